// What can be said about a transaction or an error, as the server sends it. Amounts are digits in the smallest unit.
import * as v from 'valibot'
import { count, maybe } from '#/backend/shapes'
import { verdict } from '#/entities/evidence/failure'

const amount = v.string()
const text = maybe(v.string())
const several = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(v.array(schema), () => [])

const argument = v.object({ name: v.string(), type: v.optional(v.string(), ''), value: v.string() })
export type Argument = v.InferOutput<typeof argument>

const method = v.object({ selector: v.string(), name: text, args: several(argument), source: text })

const routerCommand = v.object({
  index: count,
  name: v.string(),
  failed: v.optional(v.boolean(), false),
  inputs: several(argument),
})
export type RouterCommand = v.InferOutput<typeof routerCommand>

export const token = v.object({ address: text, symbol: text, decimals: maybe(count) })
export type Token = v.InferOutput<typeof token>

const hop = v.object({ pool: text, design: v.string(), tokenIn: text, tokenOut: text, fee: maybe(count) })

const swap = v.object({
  tokenIn: token,
  tokenOut: token,
  amountIn: maybe(amount),
  amountOut: maybe(amount),
  minOut: maybe(amount),
  maxIn: maybe(amount),
  exact: v.optional(v.string(), 'in'),
  recipient: text,
  deadline: maybe(v.number()),
  hops: several(hop),
})
export type Swap = v.InferOutput<typeof swap>

const frame = v.object({
  depth: count,
  contract: text,
  label: text,
  role: v.optional(v.string(), 'unknown'),
  method: text,
  selector: text,
  name: text,
  args: several(argument),
})
export type RevertFrame = v.InferOutput<typeof frame>

const revert = v.object({
  data: text,
  frames: several(frame),
  text,
  alternatives: several(v.object({ signature: v.string(), failureClass: text })),
})
export type Revert = v.InferOutput<typeof revert>

// Others do not see whose wallets a transfer went between.
const transfer = v.object({ token, from: text, to: text, amount })
export type Transfer = v.InferOutput<typeof transfer>

const rpc = v.object({ method: text, code: maybe(v.number()), message: text, data: text })

const compare = v.object({
  executedVsQuoteBps: maybe(v.number()),
  executedVsMinBps: maybe(v.number()),
  headroomUsedBps: maybe(v.number()),
  blocksLate: maybe(v.number()),
  secondsLate: maybe(v.number()),
})

const wouldHave = v.object({
  outcome: v.picklist(['works', 'fails', 'untried']),
  certainty: v.picklist(['exact', 'approx', 'text', 'none']),
  sentence: text,
})
export type WouldHave = v.InferOutput<typeof wouldHave>

export const explanation = v.object({
  chainStatus: maybe(v.picklist(['success', 'reverted', 'pending', 'dropped', 'replaced'])),
  blockNumber: maybe(v.number()),
  txIndex: maybe(v.number()),
  blockTime: maybe(v.number()),
  from: text,
  to: text,
  value: maybe(amount),
  nonce: maybe(v.number()),
  gasLimit: maybe(amount),
  gasUsed: maybe(amount),
  gasPrice: maybe(amount),
  method: maybe(method),
  commands: several(routerCommand),
  swap: maybe(swap),
  revert: maybe(revert),
  transfers: several(transfer),
  rpc: maybe(rpc),
  compare: maybe(compare),
  failureClass: text,
  verdict: maybe(verdict),
  sentence: text,
  advice: text,
  fingerprint: text,
  confidence: maybe(v.picklist(['exact', 'approx', 'text', 'none'])),
  wouldHave: maybe(wouldHave),
})
export type Explanation = v.InferOutput<typeof explanation>

export const quote = v.object({
  expectedOut: maybe(amount),
  expectedIn: maybe(amount),
  minOut: maybe(amount),
  slippageBps: maybe(v.number()),
  priceImpactBps: maybe(v.number()),
  quotedAt: maybe(v.number()),
  quoteBlock: maybe(v.number()),
  route: text,
  source: text,
})
export type Quote = v.InferOutput<typeof quote>
