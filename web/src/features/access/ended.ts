import type { Invitation } from '#/features/access/model'

/** Whether it no longer admits a new account. */
export const hasEnded = ({ revokedAt, uses, maxUses, expiresAt }: Invitation, now = Date.now()) =>
  revokedAt !== null || uses >= maxUses || (expiresAt !== null && Date.parse(expiresAt) < now)
