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

/** The same with how it went. */
export const season = v.object({
  ...seasonName.entries,
  reviewDays: v.optional(count, 7),
  finalHash: maybe(v.string()),
  entries: v.optional(count, 0),
  people: v.optional(count, 0),
})
export type Season = v.InferOutput<typeof season>

/** The season that runs, or the one that is being checked, or the last that was. */
const running = (seasons: Season[]): Season | undefined =>
  seasons.find(({ state }) => state === 'live') ??
  seasons.find(({ state }) => state === 'review') ??
  seasons.filter(({ state }) => state !== 'draft').toSorted((one, other) => other.number - one.number)[0]

/** The season of a number; `undefined` stands for the one that runs. */
export const seasonOf = (seasons: Season[], wanted: number | undefined): Season | undefined =>
  wanted === undefined ? running(seasons) : seasons.find(({ number }) => number === wanted)
