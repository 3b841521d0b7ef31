// The texts of the offer and the launcher. Those of the panel come with it.
import type { ProblemKind } from '@touchstone/recorder'

export interface Words {
  launcher: string
  report: string
  sendNow: string
  lookAtIt: string
  notNow: string
  /** The end of the title of an offer. */
  ask: string
  /** The result of "Report it" without a key. */
  opensForm: string
  /** The result of "Report it" with a key. */
  opensPanel: string
  /** The results of "Send now" and "Look at it". */
  sendsNow: string
  problems: Record<ProblemKind, string>
}

export const ENGLISH: Words = {
  launcher: 'Report a problem',
  report: 'Report it',
  sendNow: 'Send now',
  lookAtIt: 'Look at it',
  notNow: 'Not now',
  ask: 'Report it?',
  opensForm: 'Opens a form that looks the failure up. You send the report yourself.',
  opensPanel:
    'Opens a panel that shows everything before it is sent. When you are signed in, it looks the failure up.',
  sendsNow:
    '“Send now” sends the failure, page, wallet calls, console lines, quote and environment at once, apart from parts that you switched off. “Look at it” looks the failure up and shows everything first.',
  problems: {
    reverted: 'The transaction failed',
    call_reverted: 'The transaction would fail',
    insufficient_funds: 'The wallet has too little to pay',
    wrong_network: 'The wallet is on another network',
    wallet_busy: 'The wallet has another request open',
    user_rejected: 'You declined in the wallet',
    other: 'Something failed',
  },
}
