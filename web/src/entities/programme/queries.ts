import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { count, maybe } from '#/backend/shapes'
import { build } from '#/entities/build/schema'
import { seasonName } from '#/entities/season/schema'

const words = v.record(v.string(), v.string())

/** What holds for the whole programme: its names, words, builds, season and limits. */
export const programme = v.object({
  product: v.object({ name: v.string(), shortName: v.string(), url: maybe(v.string()) }),
  areas: v.array(v.object({ key: v.string(), name: v.string() })),
  severityWords: words,
  statusWords: v.optional(v.record(v.string(), words), {}),
  builds: v.optional(v.array(build), []),
  season: maybe(seasonName),
  ruleSetVersion: maybe(count),
  readOnly: v.optional(v.boolean(), false),
  securityContact: maybe(v.string()),
  promise: v.object({
    /** Whether the team has set the response target itself. */
    isSet: v.optional(v.boolean(), false),
    firstResponseS1h: v.number(),
    firstResponseH: v.number(),
    decisionDays: v.number(),
    /** How long a reporter has for an answer. */
    answerDays: maybe(v.number()),
  }),
  /** What spam costs its reporter now. */
  spamPenalty: maybe(v.number()),
  limits: v.optional(v.record(v.string(), maybe(v.number())), {}),
  timeZone: v.optional(v.string(), 'UTC'),
  uploads: v.optional(
    v.object({
      imageBytes: v.number(),
      textBytes: v.number(),
      perReport: v.number(),
      perComment: v.number(),
    }),
    { imageBytes: 8_388_608, textBytes: 2_097_152, perReport: 6, perComment: 4 },
  ),
})
export type Programme = v.InferOutput<typeof programme>

export const programmeQuery = queryOptions({
  queryKey: ['programme'],
  queryFn: () => call('programme', {}, programme),
  staleTime: 5 * 60_000,
})
