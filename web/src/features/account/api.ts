import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '#/backend/client'

/** Where the user is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['_Session', 'mine'],
  queryFn: async () => (await client()).sessions(),
})

export function useEndSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (ids: string[]) => (await client()).endSessions(ids),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
