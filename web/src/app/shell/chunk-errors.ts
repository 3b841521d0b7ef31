const LOST = 'The page could not be fetched: '

/**
 * Keeps the window when the code of a page cannot be fetched. The router would load the whole window anew, which without
 * a network leaves nothing of the app; named otherwise, the failure is that page's alone.
 */
export function markChunkErrors() {
  const rename = (event: Event) => {
    const { payload } = event as Event & { payload?: unknown }
    if (payload instanceof Error) payload.message = LOST + payload.message
  }
  addEventListener('vite:preloadError', rename)
  return () => removeEventListener('vite:preloadError', rename)
}

/** Whether a page failed because its code did not come. */
export const isLost = (error: unknown): boolean => error instanceof Error && error.message.startsWith(LOST)
