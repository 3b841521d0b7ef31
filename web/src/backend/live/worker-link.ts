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

/** The one address that the page may make a worker of. The content policy allows the name, and that once. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('live-worker', {
  createScriptURL: () => workerAddress,
})

/** How long a worker may take to come, on a slow line. */
const COMES_WITHIN = 20_000

/** To the worker that all tabs share. Rejects where the browser does not let it run. */
export function workerLink(): Promise<Link> {
  return new Promise((resolve, reject) => {
    const worker = new SharedWorker(policy?.createScriptURL('') ?? workerAddress, {
      type: 'module',
      name: 'live',
    })
    worker.addEventListener('error', () => reject(new Error('The worker did not start.')))
    setTimeout(() => reject(new Error('The worker does not answer.')), COMES_WITHIN)
    const { port } = worker
    const link = portLink(port)
    link.listen(() => resolve(link))
    const greet = (lock: string) => port.postMessage({ type: 'hello', lock })
    // Without https there are neither locks nor random names.
    if (!('locks' in navigator)) return greet('')
    const lock = `live ${crypto.randomUUID()}`
    // Held for as long as the tab is there: the browser lets go of it, and the worker waits for it.
    void navigator.locks.request(lock, () => {
      greet(lock)
      return new Promise(() => undefined)
    })
  })
}
