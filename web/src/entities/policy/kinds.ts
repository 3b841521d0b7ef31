import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The pages that a programme can publish. */
export const POLICY_KINDS = ['privacy', 'terms', 'rules'] as const
export type PolicyKind = (typeof POLICY_KINDS)[number]

export const POLICY_NAME: Record<PolicyKind, MessageDescriptor> = {
  privacy: msg`Privacy`,
  terms: msg`Terms`,
  rules: msg`Rules`,
}
