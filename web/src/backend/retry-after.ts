/** When a refused request may be sent again, read from the answer. */
export function retryAtOf(answer: Response, now: number): number | undefined {
  if (answer.status !== 429) return undefined
  const seconds = Number(answer.headers.get('Retry-After'))
  return Number.isFinite(seconds) && seconds > 0 ? now + seconds * 1000 : undefined
}

/**
 * Notes what answers say of waiting. The SDK hands on the body of a refusal and keeps its headers to itself, so they
 * are read on the way.
 *
 * Returns how to ask for the moment that was named last.
 */
export function watchRetryAfter(): () => number | undefined {
  let last: number | undefined
  const ask = globalThis.fetch
  globalThis.fetch = async (...request) => {
    const answer = await ask(...request)
    last = retryAtOf(answer, Date.now()) ?? last
    return answer
  }
  return () => (last !== undefined && last > Date.now() ? last : undefined)
}
