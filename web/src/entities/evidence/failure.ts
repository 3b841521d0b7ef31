// How swaps fail, and what that says at first sight. The server keeps the list; a class it adds is shown by its key.
import * as v from 'valibot'

export const VERDICTS = ['suspect', 'unknown', 'setup', 'expected'] as const
export const verdict = v.picklist(VERDICTS)
export type Verdict = v.InferOutput<typeof verdict>

/** For the filter of the list, in the order people meet them. */
export const FAILURE_CLASSES = [
  'slippage_exceeded',
  'deadline_expired',
  'insufficient_liquidity',
  'no_pool',
  'price_limit',
  'price_impact_high',
  'insufficient_balance',
  'insufficient_gas_funds',
  'allowance_missing',
  'permit_expired',
  'permit_reused',
  'permit_bad_signature',
  'transfer_failed',
  'fee_on_transfer',
  'token_blocked',
  'decimals_mismatch',
  'quote_deviation',
  'quote_unavailable',
  'no_route',
  'bad_route',
  'wrong_network',
  'user_rejected',
  'wallet_error',
  'rpc_error',
  'rpc_lag',
  'gas_estimation_failed',
  'out_of_gas',
  'nonce_conflict',
  'tx_stuck',
  'tx_dropped',
  'tx_replaced',
  'contract_paused',
  'reentrancy_lock',
  'panic',
  'empty_revert',
  'unknown_revert',
  'ui_stale',
  'ui_other',
] as const
