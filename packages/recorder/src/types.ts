// The data that a recorder keeps, and the parts of a wallet that it uses.

export type Hex = `0x${string}`

/** A request as EIP-1193 has it. */
export interface RequestArguments {
  method: string
  params?: unknown
}

export type Request = (args: RequestArguments, ...rest: unknown[]) => Promise<unknown>

/** An EIP-1193 provider: an object that answers requests, whatever else it can do. */
export interface Provider {
  request: Request
}

/** The name of a wallet, as it announces itself by EIP-6963. It is a claim. */
export interface WalletInfo {
  name?: string
  rdns?: string
}

/** A wallet that is watched, and how to ask it without a record of the request. */
export interface WatchedWallet {
  info: WalletInfo
  request: Request
}

export type ProblemKind =
  | 'user_rejected'
  | 'wrong_network'
  | 'insufficient_funds'
  | 'call_reverted'
  | 'reverted'
  | 'wallet_busy'
  | 'other'

export interface CallError {
  code?: number | string
  /** Without secrets. Missing for methods whose words are not kept. */
  message?: string
  /** Revert data. */
  data?: Hex
}

/** One request to a wallet. */
export interface Call {
  /** The number of the call since the start. */
  n: number
  /** Milliseconds since 1970. */
  at: number
  method: string
  /** How long the wallet took, in milliseconds. */
  ms?: number
  wallet?: string
  chain?: number
  /** For the programme's own contracts only, as `selector` and `value`. */
  to?: Hex
  selector?: Hex
  value?: string
  /** The length of the calldata. */
  bytes?: number
  hash?: Hex
  status?: 'success' | 'reverted' | 'not_seen'
  error?: CallError
  problem?: ProblemKind
}

/** One line of the console, one uncaught error or one failed request. */
export interface Line {
  at: number
  kind: 'error' | 'warning' | 'uncaught' | 'rejection' | 'request' | 'policy'
  text: string
  /** Up to twelve frames of the stack. */
  frames?: readonly string[]
  /** How long a request took, in milliseconds. */
  ms?: number
  /** How often the line came, if more than once. */
  times?: number
}

export interface Quote {
  expectedOut?: bigint | string
  expectedIn?: bigint | string
  minOut?: bigint | string
  amountIn?: bigint | string
  tokenIn?: string
  tokenOut?: string
  chainId?: number
  slippageBps?: number
  priceImpactBps?: number
  /** Milliseconds since 1970. */
  quotedAt?: number
  quoteBlock?: number | bigint
  route?: string
}

/** A quote as it is kept: numbers without a limit are decimal digits. */
export type KeptQuote = { [Key in keyof Quote]?: string | number } & { id: string; at: number; hash?: Hex }

/** Everything a recorder knows now. It can be written as JSON. */
export interface Context {
  /** Path of the page, without query and fragment. */
  path: string
  build?: string
  calls: readonly Call[]
  /** Polling calls that worked, by method. */
  counts: Readonly<Record<string, number>>
  lines: readonly Line[]
  quotes: readonly KeptQuote[]
}

export interface Options {
  /** The programme's own contracts. `to`, `selector` and `value` are kept for these alone. */
  contracts?: readonly string[]
  /** Version of the dapp. Default: `<meta name="touchstone-build">`, then `data-build` of `<html>`. */
  build?: string
  /** Calls that are kept. Default: 40. */
  calls?: number
  /** When a receipt is asked for, in milliseconds after the send. An empty list never asks. */
  receipts?: readonly number[]
  /** Console, uncaught errors and failed requests. Default: true. */
  lines?: boolean
  /** Called for each problem. An error in it is ignored. */
  onProblem?: (call: Readonly<Call>) => void
}
