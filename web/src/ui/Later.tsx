import { type ReactNode, useDeferredValue } from 'react'

/**
 * Its content, right after what stands around it: React makes it in pieces and lets whoever clicks or types come in
 * between, instead of making the whole page in one go.
 */
export function Later({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) ? children : null
}
