// What users learn about a decision about their accounts: kinds, never facts.
import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { severity } from '#/entities/issue/schema'

export const SIGNALS = [
  'shared_funder',
  'shared_payout',
  'wallet_passed',
  'shared_device',
  'shared_network',
  'burst_signup',
  'text_copy',
  'vote_ring',
] as const
export type SignalKind = (typeof SIGNALS)[number]

export const REASONS = [
  'same_funder',
  'same_funder_device',
  'same_device',
  'same_payout',
  'same_texts',
  'wallet_passed',
  'said_so',
  'other',
] as const
export type LinkReason = (typeof REASONS)[number]

export const SUBJECTS = [
  'issue_closed',
  'severity',
  'duplicate',
  'submission',
  'points',
  'risk',
  'suspension',
] as const
export type AppealSubject = (typeof SUBJECTS)[number]

export const appealBase = v.object({
  id: v.string(),
  subjectType: v.picklist(SUBJECTS),
  subjectId: v.string(),
  subject: maybe(
    v.object({
      label: maybe(v.string()),
      number: maybe(count),
      case: maybe(count),
      severity: maybe(severity),
      amount: maybe(v.number()),
    }),
  ),
  body: v.string(),
  state: v.picklist(['open', 'upheld', 'denied', 'withdrawn']),
  openedAt: moment,
  due: maybe(moment),
  answer: maybe(v.string()),
  decidedAt: maybe(moment),
})
export type OwnAppeal = v.InferOutput<typeof appealBase>

const link = v.object({
  since: moment,
  kinds: v.array(v.picklist(REASONS)),
  accounts: count,
  /** Those who have a name. */
  others: v.array(v.nullable(v.string())),
  appealUntil: maybe(moment),
  mayAppeal: v.boolean(),
  subjectId: v.string(),
})
export type OwnLink = v.InferOutput<typeof link>

const hold = v.object({
  since: moment,
  kinds: v.array(v.picklist(REASONS)),
  appealUntil: maybe(moment),
  mayAppeal: v.boolean(),
  subjectId: v.string(),
})
export type OwnHold = v.InferOutput<typeof hold>

const question = v.object({
  id: v.string(),
  askedAt: moment,
  due: maybe(moment),
  kinds: v.array(v.picklist(SIGNALS)),
  answeredAt: maybe(moment),
})
export type OwnQuestion = v.InferOutput<typeof question>

export const ownFairness = v.object({
  /** For how many days a decision can be appealed. */
  appealDays: v.optional(count, 14),
  link: maybe(link),
  hold: v.optional(maybe(hold), null),
  questions: v.array(question),
  appeals: v.array(appealBase),
})
export type OwnFairness = v.InferOutput<typeof ownFairness>
export const oneAppeal = v.object({ appeal: appealBase })
