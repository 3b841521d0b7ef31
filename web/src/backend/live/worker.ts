// The script of the SharedWorker: one for all tabs of a browser, and with it one socket.
import Parse from 'parse'
import { newTabHub } from '#/backend/live/tab-hub'
import type { Request } from '#/backend/live/live-query'
import { openSdkSocket } from '#/backend/live/sdk-socket'

// The SDK would keep every object that was ever told of, as long as the worker lives.
Parse.Object.disableSingleInstance()

const exchange = newTabHub(openSdkSocket)

/** What a tab says first: the name of a lock that it holds for as long as it is there. */
type Opening = { type: 'hello'; lock: string }

addEventListener('connect', event => {
  const [port] = (event as MessageEvent).ports
  if (!port) return
  const receive = exchange.join(notice => port.postMessage(notice))
  port.addEventListener('message', ({ data }: MessageEvent<Request | Opening>) => {
    if (data.type !== 'hello') return receive(data)
    port.postMessage({ type: 'state', state: 'idle' })
    // A port does not say that its tab is gone; the lock that it held does.
    if ('locks' in navigator) void navigator.locks.request(data.lock, () => receive({ type: 'leave' }))
  })
  port.start()
})
