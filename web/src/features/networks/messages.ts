import { msg } from '@lingui/core/macro'
import type { Flag } from '#/entities/network/tokens'
import type { Role } from '#/features/networks/model'

export const ROLE_LABEL: Record<Role, ReturnType<typeof msg>> = {
  router: msg`router`,
  quoter: msg`quoter`,
  permit: msg`permit`,
  factory: msg`factory`,
  pool_manager: msg`pool manager`,
  token: msg`token`,
  other: msg`other`,
}

/** In a row, and in the form that sets it. */
export const FLAG_LABEL: Record<Flag, ReturnType<typeof msg>> = {
  feeOnTransfer: msg`fee on transfer`,
  rebasing: msg`rebasing`,
  permit: msg`permit`,
  pausable: msg`pausable`,
  blocklist: msg`blocklist`,
  nonStandardReturn: msg`returns nothing`,
}
export const FLAG_SENTENCE: Record<Flag, ReturnType<typeof msg>> = {
  feeOnTransfer: msg`Keeps a fee on each transfer`,
  rebasing: msg`Balances change by themselves`,
  permit: msg`Takes signed permissions`,
  pausable: msg`Can be paused`,
  blocklist: msg`Can block addresses`,
  nonStandardReturn: msg`Returns nothing from transfers`,
}
