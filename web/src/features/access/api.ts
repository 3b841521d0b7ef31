import { queryOptions } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import { INVITATIONS } from '#/entities/invitation/commands'
import { invitations } from '#/features/access/model'

export const invitationsQuery = queryOptions({
  queryKey: INVITATIONS,
  queryFn: async () => (await call('invitations', {}, invitations)).rows,
})
export const useRevoke = () =>
  useCommand<{ id: string }, typeof anything>('invitationRevoke', anything, [INVITATIONS])
