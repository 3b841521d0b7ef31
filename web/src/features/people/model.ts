import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'

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
