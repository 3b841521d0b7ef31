import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { buildName } from '#/entities/build/schema'
import { person } from '#/entities/person/schema'

export const ANNOUNCEMENT_KINDS = ['news', 'release', 'rules', 'incident'] as const
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number]

/** All users, or the people of one group. */
export const audience = v.union([v.literal('all'), v.object({ cohort: v.string() })])
export type Audience = v.InferOutput<typeof audience>

export const announcement = v.object({
  id: v.string(),
  kind: v.picklist(ANNOUNCEMENT_KINDS),
  title: v.string(),
  body: v.optional(v.string(), ''),
  build: maybe(buildName),
  /** `null` for a draft. */
  publishedAt: maybe(moment),
  /** For administrators: when a draft goes out by itself. */
  publishAt: maybe(moment),
  pinnedUntil: maybe(moment),
  audience: v.optional(audience, 'all'),
  fixes: v.optional(v.array(v.object({ number: count, title: v.optional(v.string(), '') })), []),
  /** Those of the fixes that concern the reader. */
  mine: v.optional(v.array(count), []),
  /** For administrators: how many people it concerns, and how many of them have been notified so far. */
  people: maybe(count),
  told: maybe(count),
  by: maybe(person),
})
export type Announcement = v.InferOutput<typeof announcement>
export const announcements = v.object({ rows: v.array(announcement), next: maybe(v.string()) })
