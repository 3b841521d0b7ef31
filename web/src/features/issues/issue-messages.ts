import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Severity } from '#/entities/issue/schema'
import type { Sort } from '#/entities/issue/sort'

export const SORT: Record<Sort, MessageDescriptor> = {
  activity: msg`Activity`,
  newest: msg`Newest`,
  impact: msg`Impact`,
  affected: msg`Affected`,
  queue: msg`Age in queue`,
}

/** How bad it is for the one who says so. */
export const CLAIM: Record<Severity, MessageDescriptor> = {
  S1: msg`Funds at risk`,
  S2: msg`It blocks me`,
  S3: msg`It hinders me`,
  S4: msg`It bothers me`,
}
