// What missions are called.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CheckFault } from '#/entities/mission/check'
import type {
  MissionKind,
  MissionState,
  QuestionType,
  StepType,
  SubmissionState,
} from '#/entities/mission/schema'

export const MISSION_KIND: Record<MissionKind, MessageDescriptor> = {
  guided: msg`Guided`,
  onchain: msg`On chain`,
  survey: msg`Questions`,
  verify_fix: msg`Check a fix`,
}

export const MISSION_STATE: Record<MissionState, MessageDescriptor> = {
  draft: msg`draft`,
  scheduled: msg`scheduled`,
  live: msg`live`,
  paused: msg`paused`,
  ended: msg`ended`,
  archived: msg`archived`,
}

export const SUBMISSION_STATE: Record<SubmissionState, MessageDescriptor> = {
  started: msg`started`,
  checking: msg`being checked`,
  needs_review: msg`in review`,
  approved: msg`done`,
  approved_partial: msg`half paid`,
  blocked: msg`blocked`,
  rejected: msg`not passed`,
  revoked: msg`revoked`,
  withdrawn: msg`given up`,
  expired: msg`expired`,
}

export const STEP_TYPE: Record<StepType, MessageDescriptor> = {
  do: msg`do`,
  question: msg`question`,
  tx: msg`transaction`,
  screenshot: msg`screenshot`,
}

export const QUESTION_TYPE: Record<QuestionType, MessageDescriptor> = {
  text: msg`text`,
  one_of: msg`one of several`,
  many_of: msg`several of them`,
  scale: msg`scale 1 to 5`,
  number: msg`number`,
}

/** What keeps a tester from starting. */
export const WHY_NOT: Record<string, MessageDescriptor> = {
  full: msg`No places are left.`,
  not_open: msg`It is not open yet.`,
  ended: msg`It has ended.`,
  paused: msg`It is paused.`,
  account: msg`Your account is limited.`,
}

export const CHECK_FAULT: Record<CheckFault, MessageDescriptor> = {
  network: msg`Choose a network.`,
  method: msg`Enter a function name, or 0x and eight hex digits.`,
  amount_without_token: msg`Choose the input token for this amount.`,
  amount: msg`Not a valid amount of this token.`,
  range: msg`The minimum is larger than the maximum.`,
  same_token: msg`Choose two different tokens.`,
  transfer_with_token: msg`Input and output tokens only apply to swaps.`,
}

/** A contract by its role, in the middle of a sentence. */
export const ROLE: Record<string, MessageDescriptor> = {
  any: msg`any contract`,
  router: msg`our router`,
  quoter: msg`our quoter`,
  permit: msg`our permit contract`,
  factory: msg`our factory`,
  pool_manager: msg`our pool manager`,
  token: msg`one of our tokens`,
  other: msg`another of our contracts`,
}
