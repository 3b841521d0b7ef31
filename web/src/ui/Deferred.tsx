import { type ReactNode, useDeferredValue } from 'react'

/**
 * Its content, right after what stands around it: React makes it in pieces and lets clicks and keys come in between,
 * instead of making the whole page in one go.
 */
export function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}
