// What the server says about issues in a list, checked at the border.
import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { buildName } from '#/entities/build/schema'
import { verdict } from '#/entities/evidence/failure'
import { person } from '#/entities/person/schema'

export const kind = v.picklist(['bug', 'friction', 'idea'])
export type Kind = v.InferOutput<typeof kind>
/** From the worst to the least. */
export const SEVERITIES = ['S1', 'S2', 'S3', 'S4'] as const
export const severity = v.picklist(SEVERITIES)
export type Severity = v.InferOutput<typeof severity>
export const quality = v.picklist(['A', 'B', 'C'])
export type Quality = v.InferOutput<typeof quality>
/** In the order an issue passes through them. */
export const STATUSES = [
  'new',
  'needs_info',
  'confirmed',
  'in_progress',
  'fixed',
  'verified',
  'closed',
] as const
export const status = v.picklist(STATUSES)
export type Status = v.InferOutput<typeof status>
export const watching = v.picklist(['all', 'status', 'mute'])

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
  evidenceCount: v.optional(count, 0),
  commentCount: v.optional(count, 0),
  mergedCount: v.optional(count, 0),
  /** How it fails, as far as evidence tells. */
  failureClass: maybe(v.string()),
  verdict: maybe(verdict),
  network: maybe(v.object({ id: v.string(), name: v.string() })),
  cluster: maybe(v.string()),
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
  /** How it was reported: `web` in the app, `widget` from a page of the product. */
  source: v.optional(v.string(), 'web'),
  preview: v.optional(v.string(), ''),
  match: maybe(v.picklist(['number', 'hash', 'text', 'title'])),
})
export type IssueRow = v.InferOutput<typeof issueRow>

/** What a list of issues says about all it found, beyond the page in hand. */
const facets = v.object({
  severity: v.optional(v.record(v.string(), count)),
  days: v.optional(v.array(v.object({ day: v.string(), new: count, resolved: count }))),
})

export const issueList = v.object({
  rows: v.array(issueRow),
  next: maybe(v.string()),
  total: count,
  totalIsFloor: v.boolean(),
  facets: v.optional(facets),
})
export type IssueList = v.InferOutput<typeof issueList>
