import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'

/** A season as the programme names it. */
export const seasonName = v.object({
  number: count,
  name: v.string(),
  startsAt: moment,
  endsAt: moment,
  state: v.picklist(['draft', 'live', 'review', 'final', 'archived']),
})
export type SeasonName = v.InferOutput<typeof seasonName>

/** The same with how it went. */
export const season = v.object({
  ...seasonName.entries,
  reviewDays: v.optional(count, 7),
  finalHash: maybe(v.string()),
  entries: v.optional(count, 0),
  people: v.optional(count, 0),
})
export type Season = v.InferOutput<typeof season>
