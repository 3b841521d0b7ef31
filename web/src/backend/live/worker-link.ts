import type { Link } from '#/backend/live/live-query'
import { portLink } from '#/backend/live/links'
// oxlint-disable-next-line import/default -- the bundler makes one of the script
import workerAddress from '#/backend/live/worker.ts?sharedworker&url'

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: () => string },
  ) => { createScriptURL: (address: string) => string }
}

/** The one address that the page may make a worker of, as the content policy wants it said. */
function trusted(): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  const policy = types?.createPolicy('live-worker', { createScriptURL: () => workerAddress })
  return policy?.createScriptURL('') ?? workerAddress
}

/** How long a worker may take to come, on a slow line. */
const COMES_WITHIN = 20_000

/** To the worker that all tabs share. Rejects where the browser does not let it run. */
export function workerLink(): Promise<Link> {
  return new Promise((resolve, reject) => {
    const worker = new SharedWorker(trusted(), { type: 'module', name: 'live' })
    worker.addEventListener('error', () => reject(new Error('The worker did not start.')))
    setTimeout(() => reject(new Error('The worker does not answer.')), COMES_WITHIN)
    const { port } = worker
    const link = portLink(port)
    link.listen(() => resolve(link))
    const lock = `live ${crypto.randomUUID()}`
    const greet = () => port.postMessage({ type: 'hello', lock })
    if (!('locks' in navigator)) return greet()
    // Held for as long as the tab is there: the browser lets go of it, and the worker waits for it.
    void navigator.locks.request(lock, () => {
      greet()
      return new Promise(() => undefined)
    })
  })
}
