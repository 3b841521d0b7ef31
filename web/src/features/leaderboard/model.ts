import * as v from 'valibot'
import { byRule, entry, standing } from '#/backend/points'
import { ruleSet } from '#/backend/rules'
import { count, maybe, moment, person } from '#/backend/shapes'

export const season = v.object({
  number: count,
  name: v.string(),
  startsAt: moment,
  endsAt: moment,
  reviewDays: v.optional(count, 7),
  state: v.picklist(['draft', 'live', 'review', 'final', 'archived']),
  finalHash: maybe(v.string()),
  entries: v.optional(count, 0),
  people: v.optional(count, 0),
})
export type Season = v.InferOutput<typeof season>
export const seasons = v.object({ rows: v.array(season) })

export const checkpoint = v.object({ seq: count, hash: v.string(), at: moment })
export type Checkpoint = v.InferOutput<typeof checkpoint>

export const board = v.object({
  ruleSetVersion: maybe(count),
  total: count,
  asOf: maybe(moment),
  rows: v.array(standing),
  me: maybe(standing),
  checkpoint: maybe(checkpoint),
})
export type Board = v.InferOutput<typeof board>

export const around = v.object({ rows: v.array(standing), me: maybe(standing) })
export const found = v.object({ rows: v.array(standing) })
export const breakdown = v.object({ byRule, total: v.number() })
export const entries = v.object({ entries: v.array(entry), next: maybe(v.string()) })

const manualEntry = v.object({ ...entry.entries, person: maybe(person) })
export type ManualEntry = v.InferOutput<typeof manualEntry>
export const manualEntries = v.object({ entries: v.array(manualEntry), next: maybe(v.string()) })

export const verification = v.object({
  entries: count,
  sum: v.number(),
  headHash: maybe(v.string()),
  ok: v.boolean(),
})

export const plots = v.object({
  histogram: v.array(v.object({ from: v.number(), to: v.number(), count })),
  mine: maybe(v.number()),
  rankSeries: v.array(v.object({ day: v.string(), rank: maybe(count) })),
  byRuleWeekly: v.array(v.object({ week: v.string(), byRule })),
})
export type Plots = v.InferOutput<typeof plots>

const change = v.object({ key: v.string(), before: maybe(v.number()), after: maybe(v.number()) })
export type RuleChange = v.InferOutput<typeof change>

export const history = v.object({
  version: count,
  effectiveFrom: moment,
  note: v.optional(v.string(), ''),
  publishedBy: maybe(person),
  diff: v.optional(v.array(change), []),
})
export type RuleHistory = v.InferOutput<typeof history>

export const ruleBook = v.object({ current: ruleSet, history: v.array(history) })

export const calculation = v.object({ purse: v.number(), share: v.number(), sentence: v.string() })
