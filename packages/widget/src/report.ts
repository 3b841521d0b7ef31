// A report, and the parts of a failure that go with it.
import type { Call, Hex, KeptQuote, Line } from '@touchstone/recorder'

export interface Evidence {
  hash?: Hex
  chain?: number
  error?: { code?: number | string; message?: string; data?: Hex } | string
  quote?: ReportQuote
}

export type ReportQuote = Omit<KeptQuote, 'id' | 'at' | 'hash'>

export interface Environment {
  browser?: string
  screen?: string
  language?: string
  /** The name of the wallet, as it announces itself. */
  wallet?: string
  /** The chain of the newest call. The server keeps an environment as texts. */
  walletChain?: string
}

/** The parts that a tester can leave out. */
export type PartName = 'page' | 'calls' | 'lines' | 'quote' | 'environment'

export interface ReportContext {
  path?: string
  calls?: readonly Call[]
  /** Polling calls that worked, by method. */
  counts?: Readonly<Record<string, number>>
  lines?: readonly Line[]
  quote?: ReportQuote
  environment?: Environment
  /** The parts that were left out. */
  off: readonly PartName[]
}

export type Kind = 'bug' | 'friction' | 'idea'

export interface Report {
  kind: Kind
  /** 8 to 120 characters. */
  title: string
  text?: string
  /** The key of an area of the programme. Default: the area of the last report, then the first one. */
  area: string
  private?: boolean
  build?: string
  evidence?: Evidence
  context?: ReportContext
  /** WebP, PNG or JPEG in base64, at most 3 MB. */
  picture?: string
}

/**
 * What became of a report. A waiting one is sent when the server answers. A stopped one was held back by `beforeSend`. A
 * held one was sent without a sign-in, and gets its number when the tester signs in here.
 */
export type Sent =
  | { state: 'sent'; number: number; address: string }
  | { state: 'waiting' }
  | { state: 'stopped' }
  | { state: 'held' }

/** The wallet that signs in, and how it signs. */
export interface IdentityWallet {
  address: string
  chain?: number
  sign(message: string): Promise<string>
}

export interface Identity {
  wallet: IdentityWallet
}
