// The calls to wallets that are kept, and which of their parts.
import { problemOf, readError } from './error.ts'
import { createRing, safely } from './ring.ts'
import type { Call, CallError, Hex, ProblemKind } from './types.ts'

/** Methods whose parameters, result and words of errors are not kept. */
const SECRET =
  /sign|decrypt|encrypt|snap|permissions|addethereumchain|watchasset|raw|key|secret|password|import|unlock/i
/** Polling: calls that worked are counted, not kept. */
const POLLING =
  /^(eth_(chainId|accounts|blockNumber|call|getBalance|getLogs|getCode|gasPrice|feeHistory|maxPriority\w+|getBlock\w+|getTransaction\w+|(un)?subscribe|\w*Filter\w*)|net_version|web3_\w+|metamask_\w+|wallet_get\w+)$/
const WITH_TRANSACTION = /^(eth_(sendTransaction|estimateGas|call)|wallet_sendCalls)$/
/** Calls whose errors have revert data, and errors that the dapp caught. */
const MAY_REVERT = /^(eth_(sendTransaction|estimateGas|call)|wallet_sendCalls|app.*)$/
const METHOD = /^[a-z0-9_]{1,60}$/i
const ADDRESS = /^0x[0-9a-f]{40}$/i
const CALLDATA = /^0x[0-9a-fA-F]*$/
const QUANTITY = /^0x[0-9a-f]{1,64}$|^\d{1,78}$/i
/** The most names of methods that are counted. */
const MOST_COUNTED = 60

export const HASH = /^0x[0-9a-f]{64}$/i

export const isSecret = (method: string): boolean => SECRET.test(method)

/** The method of a request; `?` if it is not a name of one. */
export const methodOf = (args: unknown): string => {
  const method = (args as { method?: unknown } | undefined)?.method
  return typeof method === 'string' && METHOD.test(method) ? method : '?'
}

/** A chain id as a number, from a number or from hexadecimal or decimal digits. */
export function chainOf(given: unknown): number | undefined {
  const isDigits = typeof given === 'string' && /^(0x[0-9a-f]+|\d+)$/i.test(given)
  const chain =
    typeof given === 'number' || typeof given === 'bigint' || isDigits ? Number(given) : Number.NaN
  return Number.isSafeInteger(chain) && chain > 0 ? chain : undefined
}

export interface CallLog {
  begin(call: Call, params: unknown): void
  /** Notes the error of a call. `params` are those of the call: an error that repeats calldata has no revert data. */
  fail(call: Call, error: unknown, params?: unknown): void
  problem(call: Call, kind: ProblemKind): void
  calls(): readonly Call[]
  counts(): Readonly<Record<string, number>>
}

interface LogOptions {
  size: number
  contracts: readonly string[]
  onProblem: ((call: Readonly<Call>) => void) | undefined
}

export function createCallLog({ size, contracts, onProblem }: LogOptions): CallLog {
  const own = new Set(contracts.map(address => address.toLowerCase()))
  const kept = createRing<Call>(size)
  const counts = new Map<string, number>()
  let n = 0

  function problem(call: Call, kind: ProblemKind): void {
    call.problem = kind
    kept.add(call)
    safely(() => onProblem?.(structuredClone(call)))
  }

  return {
    begin(call, params) {
      call.n = ++n
      if (!POLLING.test(call.method)) kept.add(call)
      else if (counts.has(call.method) || counts.size < MOST_COUNTED)
        counts.set(call.method, (counts.get(call.method) ?? 0) + 1)
      if (!isSecret(call.method)) describe(call, params, own)
    },
    fail(call, error, params) {
      const { words, ...read } = readError(error)
      const isRepeated = transactionsOf(params).some(tx => calldataOf(tx)?.toLowerCase() === read.data)
      if (isRepeated || !MAY_REVERT.test(call.method)) delete read.data
      const kind = problemOf(call.method, { ...read, words })
      const kept: CallError = isSecret(call.method) || call.method === '?' ? {} : read
      if (read.code !== undefined) kept.code = read.code
      call.error = kept
      problem(call, kind)
    },
    problem,
    calls: () => kept.all().map(call => structuredClone(call)),
    counts: () => Object.fromEntries(counts),
  }
}

/** Adds to a call what may be kept of its parameters. */
function describe(call: Call, params: unknown, own: ReadonlySet<string>): void {
  const chain = chainOf(firstOf(params)?.['chainId'])
  if (chain !== undefined) call.chain = chain
  if (!WITH_TRANSACTION.test(call.method)) return
  const tx = transactionsOf(params).at(-1)
  if (!tx) return
  const calldata = calldataOf(tx)
  if (calldata) call.bytes = (calldata.length - 2) / 2
  const { to, value } = tx
  if (typeof to !== 'string' || !ADDRESS.test(to) || !own.has(to.toLowerCase())) return
  call.to = to.toLowerCase() as Hex
  if (calldata && calldata.length >= 10) call.selector = calldata.slice(0, 10).toLowerCase() as Hex
  if ((typeof value === 'string' || typeof value === 'bigint') && QUANTITY.test(String(value)))
    call.value = String(value)
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** The object in the parameters of a request. */
function firstOf(params: unknown): Fields | undefined {
  const first: unknown = Array.isArray(params) ? params[0] : params
  return isFields(first) ? first : undefined
}

/** The transaction in the parameters, or those of a batch. */
function transactionsOf(params: unknown): Fields[] {
  const first = firstOf(params)
  const batch = first?.['calls']
  return (Array.isArray(batch) ? batch : [first]).filter(isFields)
}

function calldataOf({ data, input }: Fields): string | undefined {
  const calldata = data ?? input ?? '0x'
  // Whole bytes, without a group in the pattern: it is tested for every send.
  const isWhole = typeof calldata === 'string' && calldata.length % 2 === 0 && CALLDATA.test(calldata)
  return isWhole ? calldata : undefined
}
