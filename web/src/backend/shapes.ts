// What many functions of the server answer with.
import * as v from 'valibot'

export const count = v.pipe(v.number(), v.integer())
export const moment = v.string()
/** Left out and `null` are one. */
export const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema, null)

/** A user in the programme. Anyone who hides from others has neither id nor name. */
export const person = v.object({
  id: maybe(v.string()),
  username: maybe(v.string()),
  isAdmin: v.optional(v.boolean(), false),
  trustLevel: v.optional(count, 0),
  hidden: v.optional(v.boolean(), false),
})
export type Person = v.InferOutput<typeof person>

export const kind = v.picklist(['bug', 'friction', 'idea'])
export type Kind = v.InferOutput<typeof kind>
export const severity = v.picklist(['S1', 'S2', 'S3', 'S4'])
export type Severity = v.InferOutput<typeof severity>
export const quality = v.picklist(['A', 'B', 'C'])
export type Quality = v.InferOutput<typeof quality>
export const status = v.picklist([
  'new',
  'needs_info',
  'confirmed',
  'in_progress',
  'fixed',
  'verified',
  'closed',
])
export type Status = v.InferOutput<typeof status>
export const watching = v.picklist(['all', 'status', 'mute'])

export const buildName = v.object({
  id: v.string(),
  version: v.string(),
  channel: v.optional(v.string(), ''),
})

/** An issue as a list shows it. */
export const issueRow = v.object({
  id: v.string(),
  number: count,
  kind,
  title: v.string(),
  area: v.optional(v.string(), ''),
  status,
  resolution: maybe(v.string()),
  severity: maybe(severity),
  severityClaimed: maybe(severity),
  quality: maybe(quality),
  visibility: v.optional(v.string(), 'programme'),
  reporter: person,
  assignee: maybe(person),
  voteCount: v.optional(count, 0),
  proofCount: v.optional(count, 0),
  commentCount: v.optional(count, 0),
  mergedCount: v.optional(count, 0),
  build: maybe(buildName),
  buildFixed: maybe(buildName),
  impact: v.optional(v.number(), 0),
  regressions: v.optional(count, 0),
  tags: v.optional(v.array(v.string()), []),
  submittedAt: moment,
  lastActivityAt: moment,
  snoozedUntil: maybe(moment),
  duplicateOf: maybe(count),
  affectsMe: v.optional(v.boolean(), false),
  watching: maybe(watching),
  mine: v.optional(v.boolean(), false),
  answered: v.optional(v.boolean(), false),
  preview: v.optional(v.string(), ''),
  match: maybe(v.picklist(['number', 'text', 'title'])),
})
export type IssueRow = v.InferOutput<typeof issueRow>
