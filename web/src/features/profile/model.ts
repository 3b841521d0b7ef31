import * as v from 'valibot'
import { count, maybe } from '#/backend/shapes'
import { issueRow } from '#/entities/issue/schema'
import { person } from '#/entities/person/schema'

export const profile = v.object({
  person: v.object({
    ...person.entries,
    joinedMonth: maybe(v.string()),
    accuracyPct: maybe(v.number()),
    level: maybe(v.union([v.string(), count])),
  }),
  standings: v.optional(v.array(v.object({ season: count, rank: maybe(count), total: v.number() })), []),
  reports: v.optional(v.array(issueRow), []),
  outcomes: v.optional(
    v.object({
      confirmed: v.optional(count, 0),
      duplicate: v.optional(count, 0),
      closed: v.optional(count, 0),
      open: v.optional(count, 0),
    }),
    { confirmed: 0, duplicate: 0, closed: 0, open: 0 },
  ),
  own: v.optional(v.boolean(), false),
  privacy: maybe(
    v.object({
      showOnLeaderboard: v.optional(v.boolean(), true),
    }),
  ),
})
export type Profile = v.InferOutput<typeof profile>
