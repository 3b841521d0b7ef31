import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '#/backend/client'
import { sessionsQuery } from '#/entities/session/queries'

export function useEndSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (ids: string[]) => (await client()).endSessions(ids),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
