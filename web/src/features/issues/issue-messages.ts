// The words of the machine that the programme does not rename.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Kind, Severity, Status } from '#/backend/shapes'
import type { Sort } from '#/features/issues/list/address'

export const KIND: Record<Kind, MessageDescriptor> = {
  bug: msg`Bug`,
  friction: msg`Friction`,
  idea: msg`Idea`,
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
  no_response: msg`No answer came`,
  withdrawn: msg`Withdrawn`,
}

export const SORT: Record<Sort, MessageDescriptor> = {
  activity: msg`Activity`,
  newest: msg`Newest`,
  impact: msg`Impact`,
  affected: msg`Affected`,
  queue: msg`Age in queue`,
}

export const SEVERITIES: Severity[] = ['S1', 'S2', 'S3', 'S4']

/** How bad it is for the one who says so. */
export const CLAIM: Record<Severity, MessageDescriptor> = {
  S1: msg`Funds at risk`,
  S2: msg`It blocks me`,
  S3: msg`It hinders me`,
  S4: msg`It bothers me`,
}

export const isOpen = (status: Status): boolean => status !== 'verified' && status !== 'closed'
