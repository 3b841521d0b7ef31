import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { person } from '#/entities/person/schema'

const invitation = v.object({
  id: v.string(),
  label: v.string(),
  cohort: maybe(v.string()),
  maxUses: count,
  uses: count,
  expiresAt: maybe(moment),
  revokedAt: maybe(moment),
  createdBy: maybe(person),
  createdAt: moment,
})
export type Invitation = v.InferOutput<typeof invitation>
export const invitations = v.object({ rows: v.array(invitation) })
