import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { person } from '#/entities/person/schema'

export const setting = v.object({
  key: v.string(),
  value: v.unknown(),
  default: v.unknown(),
  version: count,
  by: maybe(person),
  at: maybe(moment),
  help: v.optional(v.string(), ''),
  kind: v.optional(v.string(), 'text'),
})
export type Setting = v.InferOutput<typeof setting>
export const settings = v.object({ rows: v.array(setting) })

export const changedSetting = v.object({ key: v.string(), value: v.unknown(), version: count })

export const revision = v.object({
  version: count,
  value: v.unknown(),
  note: maybe(v.string()),
  at: moment,
  by: maybe(person),
})
export const revisions = v.object({ rows: v.array(revision) })

export const invitation = v.object({
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
export const madeInvitation = v.object({ code: v.string() })

export const pendingPoints = v.object({
  id: v.string(),
  user: person,
  amount: v.number(),
  reason: v.string(),
  askedBy: person,
  askedAt: moment,
})
export type PendingPoints = v.InferOutput<typeof pendingPoints>
export const pendingPointsList = v.object({ rows: v.array(pendingPoints) })

/** What became of points that were given by hand: written, or put aside for a second administrator. */
export const adjusted = v.object({
  pending: maybe(v.object({ id: v.string(), alone: v.number() })),
})

export const member = v.object({
  id: v.string(),
  username: maybe(v.string()),
  email: maybe(v.string()),
  isAdmin: v.boolean(),
  status: v.string(),
  /** Held back from ranks and payouts. */
  held: v.optional(v.boolean(), false),
  trustLevel: count,
  trustPinned: v.optional(v.boolean(), false),
  accuracyPct: maybe(v.number()),
  accepted: v.optional(count, 0),
  decided: v.optional(count, 0),
  spam: v.optional(count, 0),
  cohort: maybe(v.string()),
  lastActiveOn: maybe(v.string()),
  joinedAt: moment,
  points: v.optional(v.number(), 0),
})
export type Member = v.InferOutput<typeof member>
export const members = v.object({
  rows: v.array(member),
  next: maybe(v.string()),
  total: v.optional(count, 0),
})

export const checklist = v.object({
  items: v.array(v.object({ key: v.string(), ok: v.boolean(), count, sentence: v.string() })),
})

const problem = v.union([
  v.string(),
  v.object({
    key: maybe(v.string()),
    rule: maybe(v.string()),
    sentence: maybe(v.string()),
    problem: maybe(v.string()),
  }),
])

export const dryRun = v.object({
  issuedBefore: v.optional(v.number(), 0),
  issuedAfter: v.optional(v.number(), 0),
  top50: v.optional(v.object({ up: count, down: count, max: count }), { up: 0, down: 0, max: 0 }),
  histogram: v.optional(v.array(v.object({ change: v.number(), count })), []),
  examples: v.optional(
    v.array(v.object({ key: v.string(), before: maybe(v.number()), after: maybe(v.number()) })),
    [],
  ),
  problems: v.optional(v.array(problem), []),
})
export type DryRun = v.InferOutput<typeof dryRun>

export const auditEntry = v.object({
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

const difference = v.object({ rule: v.string(), of: v.optional(count, 1), what: v.unknown() })
export const invariants = v.object({ at: moment, differences: v.array(difference) })
export const about = v.object({
  version: v.string(),
  licence: v.string(),
  database: v.object({ ok: v.boolean(), version: maybe(v.string()) }),
  invariants: maybe(invariants),
  counts: v.optional(v.record(v.string(), v.number()), {}),
})
export type About = v.InferOutput<typeof about>
