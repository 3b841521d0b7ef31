// What the server says about one issue, checked at the border.
import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { buildName } from '#/entities/build/schema'
import { reportTextEntries } from '#/entities/issue/report-texts'
import { issueRow, status } from '#/entities/issue/schema'
import { person } from '#/entities/person/schema'

export const attachment = v.object({
  id: v.string(),
  name: v.string(),
  mime: v.string(),
  size: count,
  width: maybe(count),
  height: maybe(count),
  url: v.string(),
  state: v.picklist(['pending', 'clean', 'blocked']),
})
export type Attachment = v.InferOutput<typeof attachment>

export const comment = v.object({
  id: v.string(),
  number: count,
  author: person,
  body: v.string(),
  kind: v.picklist(['comment', 'info_request', 'official']),
  internal: v.boolean(),
  parent: maybe(v.string()),
  createdAt: v.string(),
  editedAt: maybe(v.string()),
  deleted: v.boolean(),
  helpful: v.boolean(),
  attachments: v.array(attachment),
  /** Names that it calls and that exist, in small letters; not known outside the timeline. */
  mentions: v.optional(v.array(v.string())),
  may: v.object({ edit: v.boolean(), delete: v.boolean(), helpful: v.boolean(), pin: v.boolean() }),
})
export type Comment = v.InferOutput<typeof comment>

export const VERDICTS = ['works', 'still_broken', 'cannot_test'] as const
export type CheckVerdict = (typeof VERDICTS)[number]

export const fixCheck = v.object({
  id: v.string(),
  user: person,
  build: buildName,
  verdict: v.picklist(VERDICTS),
  note: v.nullish(v.string(), ''),
  at: v.string(),
  counted: v.boolean(),
})

const maybeMoment = maybe(moment)

export const issue = v.object({
  ...issueRow.entries,
  body: v.string(),
  steps: v.array(v.string()),
  ...reportTextEntries,
  environment: v.record(v.string(), v.unknown()),
  attachments: v.array(attachment),
  /** When its words were last changed; an edit must have seen that. */
  editedAt: maybeMoment,
  firstResponseAt: maybeMoment,
  confirmedAt: maybeMoment,
  settledAt: maybeMoment,
  fixedAt: maybeMoment,
  verifiedAt: maybeMoment,
  closedAt: maybeMoment,
  closeReason: maybe(v.string()),
  resumeStatus: maybe(v.string()),
  externalRefs: v.array(v.object({ system: v.string(), url: v.string(), key: v.string() })),
  source: v.string(),
  lockedVotes: v.boolean(),
})
export type Issue = v.InferOutput<typeof issue>

const proposal = v.object({
  id: v.string(),
  target: v.object({ number: count, title: v.string() }),
  by: person,
  note: v.nullish(v.string(), ''),
  state: v.picklist(['open', 'accepted', 'rejected']),
})

const trackerProposal = v.object({
  id: v.string(),
  /** What the tracker says: fixed, ended, about the same as another, or open again. */
  kind: v.picklist(['fixed', 'close', 'duplicate', 'reopen']),
  text: maybe(v.string()),
  at: v.string(),
})
export type TrackerProposal = v.InferOutput<typeof trackerProposal>

/** The issue at GitHub, Linear or Jira, or on its way there. Testers see none. */
const trackerLink = v.object({
  tracker: v.object({ id: v.string(), kind: v.string(), name: v.string() }),
  ref: maybe(v.string()),
  url: maybe(v.string()),
  state: maybe(v.string()),
  phase: v.picklist(['linked', 'waiting', 'failed', 'paused', 'gone']),
  problem: maybe(v.string()),
  proposal: maybe(trackerProposal),
  comments: v.array(v.object({ id: v.string(), state: v.string() })),
})
export type TrackerLink = v.InferOutput<typeof trackerLink>

export const viewEntries = {
  issue: issue,
  merged: v.array(
    v.object({
      number: count,
      title: v.string(),
      reporter: person,
      submittedAt: v.string(),
      commentCount: count,
    }),
  ),
  root: maybe(v.object({ number: count, title: v.string(), status: v.string() })),
  official: maybe(comment),
  myCheck: maybe(fixCheck),
  checks: v.object({
    works: count,
    stillBroken: count,
    cannotTest: count,
    counted: v.array(fixCheck),
  }),
  points: maybe(
    v.object({
      /** Of a settled issue what was paid, otherwise what will be. */
      purse: maybe(count),
      /** What it is worth by its grade now. */
      worth: maybe(count),
      settlesAt: maybeMoment,
      settled: v.boolean(),
      mine: count,
      provisional: v.boolean(),
    }),
  ),
  may: v.object({
    edit: v.boolean(),
    withdraw: v.boolean(),
    reopen: v.boolean(),
    vote: v.boolean(),
    comment: v.boolean(),
    check: v.boolean(),
    /** Whether a check of one's own counts, and is paid if it is right. */
    checkCounts: v.optional(v.boolean(), false),
    proposeDuplicate: v.boolean(),
    triage: v.array(v.string()),
  }),
  promise: v.object({ dueAt: maybeMoment, answeredInHours: maybe(v.number()), late: v.boolean() }),
  proposals: v.array(proposal),
  trackers: v.optional(v.array(trackerLink), []),
}

/** One issue with all that its page shows. */
export const issueView = v.object(viewEntries)
export type IssueView = v.InferOutput<typeof issueView>

export const timelineEvent = v.object({
  type: v.literal('event'),
  id: v.string(),
  event: v.string(),
  actor: maybe(person),
  data: v.unknown(),
  at: v.string(),
  staff: v.boolean(),
  sentence: v.string(),
})
export type Event = v.InferOutput<typeof timelineEvent>

export const timeline = v.object({
  items: v.array(v.variant('type', [v.object({ type: v.literal('comment'), comment }), timelineEvent])),
  next: maybe(v.string()),
})
export type Timeline = v.InferOutput<typeof timeline>
export type TimelineItem = v.InferOutput<typeof timeline>['items'][number]
export type Only = 'all' | 'comments' | 'changes'

export const similar = v.object({
  number: count,
  title: v.string(),
  status: status,
  resolution: maybe(v.string()),
  voteCount: count,
  score: v.number(),
  why: v.picklist(['failure', 'title', 'text']),
  /** How many of those who have it have shown it. */
  proofCount: v.optional(count, 0),
  fixedIn: maybe(v.string()),
  affectsMe: v.boolean(),
  /** How many others that say the same it stands for. */
  folded: v.optional(count, 0),
})
export type Similar = v.InferOutput<typeof similar>
