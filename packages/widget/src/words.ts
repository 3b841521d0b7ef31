// The texts of the widget.
import type { ProblemKind } from '@touchstone/recorder'

export interface Words {
  launcher: string
  report: string
  notNow: string
  /** What the press on "Report it" does. */
  opens: string
  problems: Record<ProblemKind, string>
}

export const ENGLISH: Words = {
  launcher: 'Report a problem',
  report: 'Report it',
  notNow: 'Not now',
  opens: 'Opens a form that looks the failure up. You send the report yourself.',
  problems: {
    reverted: 'The transaction failed. Report it?',
    call_reverted: 'The transaction would fail. Report it?',
    insufficient_funds: 'The wallet has too little to pay. Report it?',
    wrong_network: 'The wallet is on another network. Report it?',
    wallet_busy: 'The wallet has another request open. Report it?',
    user_rejected: 'You declined in the wallet. Was something wrong?',
    other: 'Something failed. Report it?',
  },
}
