// Whether a server that was started can be asked.

/** Whether requests can be sent to a server. Parse Server knows no `/ready`; its `/health` means the same. */
export async function isReady(url) {
  const status = path => fetch(`${url}${path}`).then(answer => answer.status, () => 503);
  const ready = await status('/ready');
  return ready === 200 || (ready !== 503 && (await status('/health')) === 200);
}
