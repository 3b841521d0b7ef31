// Points and places, as several features read them.
import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { person } from '#/entities/person/schema'

export const byRule = v.record(v.string(), v.number())
export type ByRule = v.InferOutput<typeof byRule>

/** One place on the board. */
export const standing = v.object({
  rank: count,
  person,
  total: v.number(),
  change7d: v.optional(v.number(), 0),
  accuracyPct: maybe(v.number()),
  byRule: v.optional(byRule, {}),
  highCount: v.optional(count, 0),
  provisional: v.optional(v.number(), 0),
  isMe: v.optional(v.boolean(), false),
})
export type Standing = v.InferOutput<typeof standing>

export const seriesPoint = v.object({
  at: moment,
  total: v.number(),
  delta: v.optional(v.number(), 0),
  rule: v.optional(v.string(), ''),
  sentence: v.optional(v.string(), ''),
})
export type SeriesPoint = v.InferOutput<typeof seriesPoint>

/** Where the reader stands. */
export const myStanding = v.object({
  standing: maybe(standing),
  nextRank: maybe(v.object({ rank: count, points: v.number() })),
  series: v.optional(v.array(seriesPoint), []),
  eligible: v.optional(v.boolean(), true),
  held: v.optional(v.boolean(), false),
})
export type MyStanding = v.InferOutput<typeof myStanding>

/** One line of the ledger. */
export const entry = v.object({
  seq: count,
  amount: v.number(),
  kind: v.optional(v.string(), ''),
  rule: v.string(),
  ruleSet: maybe(count),
  sourceType: v.optional(v.string(), ''),
  issue: maybe(count),
  provisional: v.optional(v.boolean(), false),
  reason: maybe(v.string()),
  sentence: v.optional(v.string(), ''),
  actor: maybe(person),
  at: moment,
  reversalOf: maybe(count),
  reversedBy: maybe(count),
  hash: maybe(v.string()),
})
export type Entry = v.InferOutput<typeof entry>
