// The SDK drops the headers of a refusal, and with them the name by which the server's log knows the request. Here they
// are carried on with the refusal itself.

interface RestController {
  handleError: (refusal: unknown) => Promise<never>
}

/** Makes `controller` hand on the name of a refused request as `requestId` of its error. */
export function nameRefusals(controller: RestController, host: { fetch: typeof fetch } = globalThis) {
  const { fetch } = host
  host.fetch = async (...request) => {
    const response = await fetch.apply(globalThis, request)
    const requestId = response.headers.get('X-Request-Id')
    if (response.ok || !requestId) return response
    const json = response.json.bind(response)
    return Object.assign(response, { json: async () => ({ ...(await json()), requestId }) })
  }

  const { handleError } = controller
  controller.handleError = refusal =>
    handleError(refusal).catch(error => {
      const requestId = (refusal as { requestId?: unknown } | null)?.requestId
      throw typeof requestId === 'string' ? Object.assign(error, { requestId }) : error
    })
}
