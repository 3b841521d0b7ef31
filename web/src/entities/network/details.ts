import * as v from 'valibot'
import { count, maybe, moment } from '#/backend/shapes'
import { network } from '#/entities/network/schema'

export const HEALTH = ['ok', 'lagging', 'down', 'unknown'] as const
export type Health = (typeof HEALTH)[number]

const traceMode = v.picklist(['debug', 'trace', 'call', 'none'])
export type TraceMode = v.InferOutput<typeof traceMode>

/** One of a network's nodes. Its address stays with the server; what is known here is its host. */
export const endpoint = v.object({
  host: v.string(),
  state: v.optional(v.picklist(HEALTH), 'unknown'),
  latencyMs: maybe(v.number()),
  headBlock: maybe(v.number()),
  lagSec: maybe(v.number()),
  trace: maybe(traceMode),
  checkedAt: maybe(moment),
  /** The most it was behind in each half hour of the last day; nothing where it was down. */
  lag: v.optional(v.array(v.object({ at: moment, sec: maybe(v.number()) })), []),
})
export type Endpoint = v.InferOutput<typeof endpoint>

/** A network as administrators see it. */
export const networkDetails = v.object({
  ...network.entries,
  chainId: count,
  confirmations: v.optional(count, 12),
  blockTimeMs: v.optional(count, 12_000),
  traceMode: maybe(traceMode),
  endpoints: v.optional(v.array(endpoint), []),
})
export type NetworkDetails = v.InferOutput<typeof networkDetails>

/** What a node said when it was tried. */
export const testReport = v.object({
  host: v.string(),
  ok: v.boolean(),
  chainId: maybe(v.number()),
  headBlock: maybe(v.number()),
  headAgeSec: maybe(v.number()),
  latencyMs: maybe(v.number()),
  trace: v.optional(traceMode, 'none'),
  error: maybe(v.string()),
})
export type TestReport = v.InferOutput<typeof testReport>
