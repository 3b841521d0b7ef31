import type { Link, Notice } from '#/backend/live/live-query'

/** To the holder of the socket by a port, be it that of a worker. */
export function portLink(port: MessagePort): Link {
  const listeners = new Set<(notice: Notice) => void>()
  port.addEventListener('message', ({ data }: MessageEvent<Notice>) => {
    for (const listener of listeners) listener(data)
  })
  port.start()
  return { send: request => port.postMessage(request), listen: listener => void listeners.add(listener) }
}

/** To a holder in this page, with a socket of its own. */
export async function pageLink(): Promise<Link> {
  const [{ newTabHub }, { openSdkSocket }] = await Promise.all([
    import('#/backend/live/tab-hub'),
    import('#/backend/live/sdk-socket'),
  ])
  return linkInside(newTabHub(openSdkSocket))
}

/** To an exchange without a port between. */
export function linkInside(exchange: { join: (tell: (notice: Notice) => void) => Link['send'] }): Link {
  const listeners = new Set<(notice: Notice) => void>()
  const send = exchange.join(notice => {
    for (const listener of listeners) listener(notice)
  })
  return { send, listen: listener => void listeners.add(listener) }
}
