// Forms as pages post them, and links as readers of mail follow them.

/** Follows a link, and posts forms below `/apps/<id>`; `script` asks as a script does. */
export function forms(send, appId) {
  return {
    open: (link, base) => send('GET', link.slice(base.length), { app: null }),
    postForm: (page, fields, { script = false } = {}) =>
      send('POST', `/apps/${appId}/${page}`, {
        app: null,
        type: 'application/x-www-form-urlencoded',
        body: new URLSearchParams(fields).toString(),
        headers: script ? { 'X-Requested-With': 'XMLHttpRequest' } : {},
      }),
  };
}
