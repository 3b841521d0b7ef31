import * as v from 'valibot'
import { useCommand } from '#/backend/use-command'

export const INVITATIONS = ['admin', 'invitations']

export interface NewInvitation {
  label: string
  maxUses: number
  expiresAt?: string
  cohort?: string
  startTrust?: number
}
/** The code is shown once: the server keeps a fingerprint of it. */
const madeInvitation = v.object({ code: v.string() })

export const useInvite = () =>
  useCommand<NewInvitation, typeof madeInvitation>('invitationCreate', madeInvitation, [INVITATIONS])

/** The page where a user creates an account with a code. */
export const invitationLink = (code: string) => `${location.origin}/sign-up?code=${encodeURIComponent(code)}`
