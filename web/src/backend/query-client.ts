import { MutationCache, QueryClient } from '@tanstack/react-query'
import { problemFrom } from '#/backend/problem'

const SECOND = 1000
const RETRIES = 3

/** Waits 1 s, 2 s, 4 s …, never more than 30 s. */
export const retryDelay = (attempt: number) => Math.min(SECOND * 2 ** attempt, 30 * SECOND)

/** Only what may pass is tried again; a refusal stays one. */
export const shouldRetry = (failures: number, error: unknown) =>
  failures < RETRIES && problemFrom(error).passing

/** What is drawn together from everywhere: whatever a user does may show there. */
const SUMMARIES = ['dashboard', 'profile']

/** The cache of what the server said. */
export function newQueryClient() {
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: () => {
        for (const name of SUMMARIES) void client.invalidateQueries({ queryKey: [name] })
      },
    }),
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay, gcTime: 5 * 60 * SECOND, staleTime: 10 * SECOND },
      mutations: { retry: false },
    },
  })
  return client
}
