// What a page recorded before a report, as the server has stored it.
import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { count, maybe, moment } from '#/backend/shapes'

const milliseconds = v.number()

const walletCall = v.object({
  n: count,
  at: milliseconds,
  method: v.string(),
  /** How long the wallet took. */
  ms: maybe(v.number()),
  wallet: maybe(v.string()),
  chain: maybe(count),
  to: maybe(v.string()),
  selector: maybe(v.string()),
  value: maybe(v.string()),
  /** The length of the calldata. */
  bytes: maybe(count),
  hash: maybe(v.string()),
  status: maybe(v.string()),
  error: maybe(
    v.object({
      code: maybe(v.union([v.number(), v.string()])),
      message: maybe(v.string()),
      /** Revert data. */
      data: maybe(v.string()),
    }),
  ),
  problem: maybe(v.string()),
})
export type WalletCall = v.InferOutput<typeof walletCall>

const consoleLine = v.object({
  at: milliseconds,
  kind: v.string(),
  text: v.string(),
  frames: v.optional(v.array(v.string()), []),
  ms: maybe(v.number()),
  /** How often it came, if more than once. */
  times: maybe(count),
})
export type ConsoleLine = v.InferOutput<typeof consoleLine>

const quote = v.record(v.string(), v.union([v.number(), v.string()]))
export type RecordedQuote = v.InferOutput<typeof quote>

const recording = v.object({
  origin: v.string(),
  /** When the report reached the server. */
  at: moment,
  context: v.object({
    path: maybe(v.string()),
    calls: v.optional(v.array(walletCall), []),
    /** Polling calls that worked, by method. */
    counts: v.optional(v.record(v.string(), count), {}),
    lines: v.optional(v.array(consoleLine), []),
    quote: maybe(quote),
    /** The parts that the tester left out. */
    off: v.optional(v.array(v.string()), []),
  }),
})
export type Recording = v.InferOutput<typeof recording>

/** It never changes once the report is there. */
export const recordingQuery = (number: number) =>
  queryOptions({
    queryKey: ['recording', number],
    queryFn: async () =>
      (await call('issueContext', { number }, v.object({ context: maybe(recording) }))).context,
    staleTime: Infinity,
  })
