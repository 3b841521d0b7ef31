import { MutationCache, QueryClient } from '@tanstack/react-query'
import { problemFrom } from '#/backend/problem'

const SECOND = 1000
const RETRIES = 3

/** Waits 1 s, 2 s, 4 s …, never more than 30 s. */
export const retryDelay = (attempt: number) => Math.min(SECOND * 2 ** attempt, 30 * SECOND)

/** Only what may pass is tried again; a refusal stays one. */
export const shouldRetry = (failures: number, error: unknown) =>
  failures < RETRIES && problemFrom(error).passing

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Drawn together from everywhere: whatever a user does may show there. */
      isSummary?: boolean
    }
  }
}

/** The cache of what the server said. */
export function newQueryClient() {
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: () => void client.invalidateQueries({ predicate: ({ meta }) => meta?.isSummary === true }),
    }),
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay, gcTime: 5 * 60 * SECOND, staleTime: 10 * SECOND },
      mutations: { retry: false },
    },
  })
  return client
}
