import * as v from 'valibot'
import { maybe, moment } from '#/backend/shapes'

/** What an issue says about a build. */
export const buildName = v.object({
  id: v.string(),
  version: v.string(),
  channel: v.optional(v.string(), ''),
})

/** A build a user can report against. */
export const build = v.object({
  id: v.string(),
  channel: v.string(),
  version: v.string(),
  ordinal: v.optional(v.number(), 0),
  state: v.optional(v.string(), 'active'),
  releasedAt: maybe(moment),
})
export type Build = v.InferOutput<typeof build>

/** The same with what administrators keep about it. */
export const buildDetails = v.object({
  ...build.entries,
  notes: maybe(v.string()),
  commit: maybe(v.string()),
})
export type BuildDetails = v.InferOutput<typeof buildDetails>
