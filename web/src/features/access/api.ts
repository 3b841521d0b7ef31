import { queryOptions } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import { invitations, madeInvitation } from '#/features/access/model'

const INVITATIONS = ['admin', 'invitations']

export const invitationsQuery = queryOptions({
  queryKey: INVITATIONS,
  queryFn: async () => (await call('invitations', {}, invitations)).rows,
})
export interface NewInvitation {
  label: string
  maxUses: number
  expiresAt?: string
  cohort?: string
  startTrust?: number
}
export const useInvite = () =>
  useCommand<NewInvitation, typeof madeInvitation>('invitationCreate', madeInvitation, [INVITATIONS])
export const useRevoke = () =>
  useCommand<{ id: string }, typeof anything>('invitationRevoke', anything, [INVITATIONS])
