// What the server says about missions, checked at the border.
import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { buildName } from '#/entities/build/schema'
import { attachment } from '#/entities/issue/view'
import { check } from '#/entities/mission/check'
import { person } from '#/entities/person/schema'

export const MISSION_KINDS = ['guided', 'onchain', 'survey', 'verify_fix'] as const
export type MissionKind = (typeof MISSION_KINDS)[number]

export const MISSION_STATES = ['draft', 'scheduled', 'live', 'paused', 'ended', 'archived'] as const
export type MissionState = (typeof MISSION_STATES)[number]

export const SUBMISSION_STATES = [
  'started',
  'checking',
  'needs_review',
  'approved',
  'approved_partial',
  'blocked',
  'rejected',
  'revoked',
  'withdrawn',
  'expired',
] as const
export type SubmissionState = (typeof SUBMISSION_STATES)[number]

export const STEP_TYPES = ['do', 'question', 'tx', 'screenshot'] as const
export type StepType = (typeof STEP_TYPES)[number]

export const QUESTION_TYPES = ['text', 'one_of', 'many_of', 'scale', 'number'] as const
export type QuestionType = (typeof QUESTION_TYPES)[number]

const question = v.object({
  type: v.picklist(QUESTION_TYPES),
  options: v.nullish(v.array(v.string()), () => []),
  min: maybe(v.number()),
  max: maybe(v.number()),
})
export type Question = v.InferOutput<typeof question>

export const step = v.object({
  id: v.string(),
  text: v.string(),
  type: v.picklist(STEP_TYPES),
  required: v.optional(v.boolean(), true),
  question: maybe(question),
  check: maybe(check),
})
export type Step = v.InferOutput<typeof step>

/** `null` takes an answer back. */
const answer = v.union([v.string(), v.number(), v.boolean(), v.array(v.string()), v.null()])
export type Answer = v.InferOutput<typeof answer>
const answers = v.nullish(v.record(v.string(), answer), () => ({}))
export type Answers = Record<string, Answer>

export const REASONS = [
  'not_mined',
  'wrong_network',
  'before_start',
  'not_own',
  'wrong_contract',
  'wrong_status',
  'wrong_method',
  'no_event',
  'wrong_token_in',
  'wrong_token_out',
  'too_little',
  'too_much',
  'no_wallet',
  'not_found',
  'not_explained',
  'unknown_method',
  'unknown_amount',
] as const

const progress = v.object({
  state: v.picklist(['open', 'done', 'watching', 'checking', 'passed', 'failed', 'undecided']),
  at: maybe(moment),
  evidence: maybe(v.string()),
  hash: maybe(v.string()),
  reason: maybe(v.string()),
  sentence: maybe(v.string()),
})
export type Progress = v.InferOutput<typeof progress>
export const progressOf = v.nullish(v.record(v.string(), progress), () => ({}))

export const payment = v.object({ amount: v.number(), season: count, seq: count })
export type Payment = v.InferOutput<typeof payment>

const issueName = v.object({ number: count, title: v.string(), status: v.string() })

export const submission = v.object({
  id: v.string(),
  mission: v.string(),
  state: v.picklist(SUBMISSION_STATES),
  attempt: count,
  triesLeft: count,
  answers,
  progress: progressOf,
  blockedBy: maybe(issueName),
  paid: v.optional(count, 0),
  note: maybe(v.string()),
  sampled: maybe(v.boolean()),
  startedAt: moment,
  submittedAt: maybe(moment),
  decidedAt: maybe(moment),
  blockedAt: maybe(moment),
  points: maybe(payment),
  /** The files that answers name. In lists they may be without an address. */
  attachments: v.nullish(
    v.array(v.object({ ...attachment.entries, url: v.nullish(v.string(), '') })),
    () => [],
  ),
})
export type Submission = v.InferOutput<typeof submission>

export const WHY = ['trust', 'network', 'wallet', 'full', 'not_open', 'ended', 'paused', 'account'] as const

const review = v.object({ mode: v.picklist(['auto', 'manual', 'sample']), percent: maybe(count) })
export type Review = v.InferOutput<typeof review>

const missionNetwork = v.object({
  id: v.string(),
  name: v.string(),
  chainId: v.optional(count, 0),
  health: v.nullish(v.string(), 'unknown'),
  /** How far its chain was looked at for transactions of testers, and when. */
  block: maybe(v.number()),
  lookedAt: maybe(moment),
})

export const mission = v.object({
  id: v.string(),
  slug: v.string(),
  title: v.string(),
  brief: v.string(),
  kind: v.picklist(MISSION_KINDS),
  state: v.picklist(MISSION_STATES),
  points: count,
  blockedPoints: v.optional(count, 0),
  minutes: maybe(count),
  season: maybe(count),
  opensAt: maybe(moment),
  closesAt: maybe(moment),
  endsAt: maybe(moment),
  extendedSeconds: v.optional(count, 0),
  capacity: maybe(count),
  taken: v.optional(count, 0),
  placesLeft: maybe(count),
  minTrust: v.optional(count, 0),
  build: maybe(buildName),
  networks: v.nullish(v.array(missionNetwork), () => []),
  review,
  steps: v.array(step),
  outages: v.nullish(v.array(v.object({ network: v.string(), from: moment, to: maybe(moment) })), () => []),
  fits: v.optional(v.boolean(), false),
  why: v.nullish(v.array(v.string()), () => []),
  mine: maybe(submission),
  createdAt: moment,
  updatedAt: moment,
})
export type Mission = v.InferOutput<typeof mission>

export const missionAnswer = v.object({ mission })
export const submissionAnswer = v.object({ submission })

export const missionPage = v.object({
  rows: v.array(mission),
  next: maybe(v.string()),
  counts: v.object({ fits: count, open: count, done: count }),
  season: maybe(v.object({ number: count, name: v.string(), endsAt: moment })),
})

/** A mission in the list of administrators. */
export const managedMission = v.object({
  ...mission.entries,
  waiting: v.optional(count, 0),
  approved: v.optional(count, 0),
  createdBy: maybe(person),
})
export type ManagedMission = v.InferOutput<typeof managedMission>

export const funnel = v.object({
  started: count,
  steps: v.array(
    v.object({
      id: v.string(),
      text: v.string(),
      type: v.picklist(STEP_TYPES),
      reached: count,
      done: count,
      stopped: count,
    }),
  ),
  submitted: count,
  approved: count,
  rejected: count,
  inReview: count,
  blocked: count,
  withdrawn: count,
  expired: count,
  revoked: count,
  medianSeconds: maybe(v.number()),
  paid: count,
  blockedBy: v.nullish(v.array(v.object({ ...issueName.entries, persons: count })), () => []),
})
export type Funnel = v.InferOutput<typeof funnel>
