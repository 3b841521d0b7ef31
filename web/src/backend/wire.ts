// What the SDK leaves out on its way to the server and back: it gives up at once where no connection came about, and
// drops the headers of a refusal, which name the request in the server's log and say when to ask again.

interface RestController {
  handleError: (refusal: unknown) => Promise<never>
}

interface Host {
  fetch: typeof fetch
}

/** How often a request is sent again that nobody answered. */
const REPEATS = 2
const PAUSE = 125

const pause = (milliseconds: number) => new Promise<void>(resolve => setTimeout(resolve, milliseconds))

/** A request with a name of its own is done once, however often it arrives. */
const isRepeatable = ([, init]: Parameters<typeof fetch>) =>
  new Headers(init?.headers).has('X-Parse-Request-Id') && !init?.signal?.aborted

/** Sends a request, and sends it again after a random, growing while where it found no connection. */
async function persist(host: Host['fetch'], request: Parameters<typeof fetch>): Promise<Response> {
  for (let repeat = 0; ; repeat += 1) {
    try {
      return await host.apply(globalThis, request)
    } catch (error) {
      if (repeat >= REPEATS || !isRepeatable(request)) throw error
      await pause(Math.random() * PAUSE * 2 ** repeat)
    }
  }
}

/** When a refused request may be sent again, read from the answer. */
export function retryAtOf(answer: Response, now: number): number | undefined {
  if (answer.status !== 429) return undefined
  const seconds = Number(answer.headers.get('Retry-After'))
  return Number.isFinite(seconds) && seconds > 0 ? now + seconds * 1000 : undefined
}

/** Makes `controller` repeat what found no connection, and hand on `requestId` and `retryAt` of a refusal with its error. */
export function installRetry(controller: RestController, host: Host = globalThis) {
  const { fetch } = host
  host.fetch = async (...request) => {
    const response = await persist(fetch, request)
    const requestId = response.headers.get('X-Request-Id') ?? undefined
    const retryAt = retryAtOf(response, Date.now())
    if (response.ok || (!requestId && !retryAt)) return response
    const json = response.json.bind(response)
    return Object.assign(response, { json: async () => ({ ...(await json()), requestId, retryAt }) })
  }

  const { handleError } = controller
  controller.handleError = refusal =>
    handleError(refusal).catch(error => {
      const { requestId, retryAt } = (refusal ?? {}) as { requestId?: string; retryAt?: number }
      throw typeof error === 'object' && error !== null ? Object.assign(error, { requestId, retryAt }) : error
    })
}
