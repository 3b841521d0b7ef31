// What issues are called, where the programme has no words of its own.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Kind, Severity, Status } from '#/entities/issue/schema'

export const KIND: Record<Kind, MessageDescriptor> = {
  bug: msg`Bug`,
  friction: msg`Friction`,
  idea: msg`Idea`,
}

/** The same inside a sentence. */
export const KIND_INLINE: Record<Kind, MessageDescriptor> = {
  bug: msg`bug`,
  friction: msg`friction`,
  idea: msg`idea`,
}

export const STATUS: Record<Status, MessageDescriptor> = {
  new: msg`New`,
  needs_info: msg`Needs info`,
  confirmed: msg`Confirmed`,
  in_progress: msg`In progress`,
  fixed: msg`Fixed – please check`,
  verified: msg`Verified`,
  closed: msg`Closed`,
}

/** How a closed issue ended. */
export const RESOLUTION: Record<string, MessageDescriptor> = {
  duplicate: msg`Duplicate`,
  not_reproducible: msg`Not reproducible`,
  working_as_intended: msg`Works as intended`,
  wont_fix: msg`Will not be fixed`,
  invalid: msg`Not a fault`,
  spam: msg`Spam`,
  no_response: msg`No answer`,
  withdrawn: msg`Withdrawn`,
}

export const SEVERITY: Record<Severity, MessageDescriptor> = {
  S1: msg`Critical`,
  S2: msg`Major`,
  S3: msg`Minor`,
  S4: msg`Trivial`,
}
