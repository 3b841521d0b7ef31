import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AppealSubject, LinkReason, SignalKind } from '#/entities/fairness/schema'

/** Why accounts are counted together, as those concerned read it: the kind, never the fact. */
export const REASON_LABEL: Record<LinkReason, MessageDescriptor> = {
  same_funder: msg`same funding wallet`,
  same_funder_device: msg`same funding wallet and device`,
  same_device: msg`same device`,
  same_payout: msg`same payout address`,
  same_texts: msg`near-identical reports`,
  wallet_passed: msg`a wallet moved between the accounts`,
  said_so: msg`confirmed by the account owners`,
  other: msg`another reason, noted by an administrator`,
}

/** What was noticed, in a few words. */
export const SIGNAL_LABEL: Record<SignalKind, MessageDescriptor> = {
  shared_funder: msg`paid by one wallet`,
  shared_payout: msg`same payout address`,
  wallet_passed: msg`a wallet moved between accounts`,
  shared_device: msg`one device`,
  shared_network: msg`alternating on one network`,
  burst_signup: msg`signed up in a burst`,
  text_copy: msg`near-identical reports`,
  vote_ring: msg`the same votes`,
}

export const SUBJECT_LABEL: Record<AppealSubject, MessageDescriptor> = {
  issue_closed: msg`a closed report`,
  severity: msg`a severity`,
  duplicate: msg`a duplicate`,
  submission: msg`a mission`,
  points: msg`points`,
  risk: msg`a decision about accounts`,
  suspension: msg`a suspension`,
}
