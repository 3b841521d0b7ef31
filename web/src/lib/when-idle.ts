/** Does what can wait until the page stands. Safari does not say when it is idle. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}
