// What evidence is called.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Explanation } from '#/entities/evidence/explanation'
import type { Verdict } from '#/entities/evidence/failure'
import type { Step, WalletKind } from '#/entities/evidence/schema'

export const VERDICT: Record<Verdict, MessageDescriptor> = {
  expected: msg`Expected`,
  setup: msg`Setup`,
  suspect: msg`Suspect`,
  unknown: msg`Not known yet`,
}

export const WALLET: Record<WalletKind, MessageDescriptor> = {
  injected: msg`injected`,
  walletconnect: msg`WalletConnect`,
  hardware: msg`hardware`,
  smart_account: msg`smart account`,
  other: msg`another`,
}

export const walletWord = (kind: string): MessageDescriptor | undefined => WALLET[kind as WalletKind]

/** How sure an explanation is, in a few words. */
export const CONFIDENCE: Record<NonNullable<Explanation['confidence']>, MessageDescriptor> = {
  exact: msg`from the trace of the transaction`,
  approx: msg`simulated one block earlier, so approximate`,
  text: msg`from the message only`,
  none: msg`from the receipt only`,
}

/** The same in one word. */
export const CONFIDENCE_LABEL: Record<NonNullable<Explanation['confidence']>, MessageDescriptor> = {
  exact: msg`from the trace`,
  approx: msg`simulated`,
  text: msg`from the text`,
  none: msg`receipt only`,
}

export const STEP: Record<Step['key'], MessageDescriptor> = {
  network: msg`network`,
  transaction: msg`transaction`,
  receipt: msg`receipt`,
  trace: msg`trace`,
  decoded: msg`error named`,
}

const CAUSE: Record<string, MessageDescriptor> = {
  slippage_exceeded: msg`Your slippage limit`,
  deadline_expired: msg`Your deadline`,
  user_rejected: msg`Rejected by you`,
  insufficient_liquidity: msg`The pool`,
  price_impact_high: msg`Your size`,
  rpc_lag: msg`The endpoint`,
  contract_paused: msg`A paused contract`,
  insufficient_balance: msg`Your balance`,
  insufficient_gas_funds: msg`Your balance`,
  token_blocked: msg`The token`,
  fee_on_transfer: msg`The token`,
  wrong_network: msg`Your network`,
  nonce_conflict: msg`Your other transaction`,
}

const OURS: Record<string, MessageDescriptor> = {
  router: msg`Our router`,
  quoter: msg`Our quote`,
  permit: msg`The permission`,
  factory: msg`Our pools`,
  pool_manager: msg`Our pools`,
}

const OUR_CLASS: Record<string, MessageDescriptor> = {
  quote_deviation: msg`Our quote`,
  quote_unavailable: msg`Our quote`,
  no_route: msg`Our route`,
  bad_route: msg`Our route`,
  no_pool: msg`Our route`,
  allowance_missing: msg`The approval`,
  permit_expired: msg`The permission`,
  permit_reused: msg`The permission`,
  permit_bad_signature: msg`The permission`,
  decimals_mismatch: msg`Our amounts`,
}

/** What the chip names: the cause, as far as it is known; otherwise the verdict. */
export function causeOf({ verdict, failureClass, revert }: Explanation): MessageDescriptor {
  if (verdict === 'suspect') {
    const role = revert?.frames.at(-1)?.role ?? ''
    return (failureClass && OUR_CLASS[failureClass]) || OURS[role] || VERDICT.suspect
  }
  const known = verdict === 'expected' || verdict === 'setup' ? CAUSE[failureClass ?? ''] : undefined
  return known ?? VERDICT[verdict ?? 'unknown']
}
