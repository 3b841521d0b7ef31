import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { person } from '#/entities/person/schema'
import { byRule, entry, type Standing, standing } from '#/entities/points/schema'

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

/** As many places are shown at once. */
export const PAGE = 20
/** As many come with an answer of the server. */
const ANSWERED = 100

/** The page of the server that holds a page of the board. */
export const answerWith = (page: number) => Math.ceil((page * PAGE) / ANSWERED)

/** The rows of a page among those the server answered with. */
export function partOf(answered: Standing[], page: number): Standing[] {
  const from = ((page - 1) * PAGE) % ANSWERED
  return answered.slice(from, from + PAGE)
}

/** Whose place it is. Of those who hide, only the place is known. */
export const keyOf = ({ person: { id }, rank }: Standing): string => id ?? `hidden ${rank}`

export const around = v.object({ rows: v.array(standing), me: maybe(standing) })
export const found = v.object({ rows: v.array(standing) })
export const breakdown = v.object({ byRule, total: v.number() })
export const entries = v.object({ entries: v.array(entry), next: maybe(v.string()) })

const manualEntry = v.object({ ...entry.entries, person: maybe(person) })
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

export const calculation = v.object({ purse: v.number(), share: v.number(), sentence: v.string() })
