import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'

const auditEntry = v.object({
  seq: count,
  at: moment,
  actor: v.object({ id: maybe(v.string()), name: maybe(v.string()), role: maybe(v.string()) }),
  action: v.string(),
  target: maybe(v.object({ type: v.string(), id: maybe(v.string()), label: maybe(v.string()) })),
  before: v.unknown(),
  after: v.unknown(),
  outcome: v.optional(v.string(), 'done'),
  requestId: maybe(v.string()),
  hash: maybe(v.string()),
})
export type AuditEntry = v.InferOutput<typeof auditEntry>
export const auditPage = v.object({
  rows: v.array(auditEntry),
  next: maybe(v.number()),
  chain: maybe(v.object({ ok: v.boolean(), checkedTo: maybe(v.number()) })),
})
