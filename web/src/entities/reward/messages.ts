import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Curve, Decision, Format, Rounding, Why } from '#/entities/reward/schema'

export const CURVE_LABEL: Record<Curve, { name: MessageDescriptor; note: MessageDescriptor }> = {
  proportional: { name: msg`Proportional`, note: msg`twice the points, twice the tokens` },
  sqrt: { name: msg`Square root`, note: msg`flatter: four times the points, twice the tokens` },
  tiers: { name: msg`Tiers`, note: msg`the same amount within a band of ranks` },
}

export const FORMAT_LABEL: Record<Format, MessageDescriptor> = {
  standard_tree: msg`standard tree, leaf (address, amount)`,
  indexed: msg`indexed tree, leaf (index, address, amount)`,
}

export const ROUNDING_LABEL: Record<Rounding, MessageDescriptor> = {
  largest_remainder: msg`Largest remainder: amounts add up to the pool`,
  down: msg`Round down: the team keeps the rest`,
}

export const DECISION_LABEL: Record<Decision, MessageDescriptor> = {
  pay: msg`Pay`,
  set_aside: msg`Set aside`,
  leave_out: msg`Leave out`,
}

/** Why somebody is not simply paid, as an administrator reads it. */
export const WHY_LABEL: Record<Why, MessageDescriptor> = {
  no_address: msg`No payout wallet`,
  held: msg`Held while the account is checked`,
  linked: msg`Linked accounts`,
  administrator: msg`The team is never paid`,
  inactive: msg`No active account`,
  by_decision: msg`By decision`,
  below_minimum: msg`Below the minimum`,
}

/** The same to the person it concerns, as a sentence. */
export const OWN_WHY_WORD: Record<Why, MessageDescriptor> = {
  no_address: msg`You had no payout wallet when the payout was built. The team keeps your amount for a later payout, unless they say otherwise.`,
  held: msg`Your account was being checked when the payout was built. Your amount is set aside.`,
  linked: msg`Your accounts count as one person and are paid once.`,
  administrator: msg`Administrators are not paid.`,
  inactive: msg`Your account was not active when the payout was built.`,
  by_decision: msg`Decided by an administrator.`,
  below_minimum: msg`Your points are below the minimum of this payout.`,
}

const FILE_LABEL: Record<string, MessageDescriptor> = {
  season: msg`Season file, for touchstone verify`,
  tree: msg`Tree with all proofs, JSON`,
  amounts: msg`All amounts, CSV`,
  safe_csv: msg`Safe, CSV Airdrop`,
  safe_json: msg`Safe, Transaction Builder`,
  disperse: msg`Disperse-type tools, text`,
  sablier: msg`Sablier Airdrops, CSV`,
}
/** What a file is for; its name where that is not known here. */
export const fileWord = (kind: string): MessageDescriptor | null => FILE_LABEL[kind] ?? null
