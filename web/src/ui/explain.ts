import { createContext, type ReactNode, use } from 'react'

export interface Explanation {
  message: ReactNode
  /** Names the request in the server's log; `null` where it never got there. */
  requestId: string | null
  /** Absent, or not for this reader. */
  missing: boolean
}

/** How a failure is put in words. The shell says it; components here know no server. */
export const ExplainContext = createContext<(error: unknown) => Explanation>(error => ({
  message: String(error),
  requestId: null,
  missing: false,
}))

export const useExplain = () => use(ExplainContext)
