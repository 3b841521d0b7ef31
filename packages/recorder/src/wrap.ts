// A `request` that does what the one of the wallet does, and notes it. It never changes what is asked or answered.
import { type CallLog, chainOf, HASH, methodOf } from './call-log.ts'
import { safely } from './ring.ts'
import type { Call, Hex, Provider, Request, RequestArguments, WalletInfo } from './types.ts'

/** Shared by all copies of this package on a page, so that a provider is wrapped once. */
const MARK = Symbol.for('touchstone.recorder')
const SENDS = /^(eth_send(Raw)?Transaction|wallet_send(Calls|Transaction))$/

/** The recorder that a wrapped `request` reports to. The wrapping outlives it, and the next recorder takes it over. */
export interface Sink {
  isOn: boolean
  log: CallLog
  /** A wallet has answered with the hash of a transaction, or the id of a batch. */
  sent(call: Call, ask: Request, id: string): void
}

interface Slot {
  sink: Sink
  /** The request of the wallet itself, which is not recorded. */
  ask: Request
}

/** The slot of a `request` that is wrapped already, by this copy of the package or another. */
const slotOf = (request: unknown): Slot | undefined => (request as { [MARK]?: Slot } | undefined)?.[MARK]

interface Wrapping {
  of: object
  wallet: WalletInfo
  sink: Sink
  /** Whether `request` is called on a stand-in, which the wallet must not see as `this`. */
  isStandIn?: boolean
}

export function wrapRequest(request: Request, { of, wallet, sink, isStandIn = false }: Wrapping): Request {
  let chain: number | undefined
  const ask: Request = async args => Reflect.apply(request, of, [args])
  const slot: Slot = { sink, ask }

  /** Notes an answer. The only requests of our own follow a send, when no prompt is open. */
  function worked(call: Call, began: number, sink: Sink, result: unknown): void {
    call.ms = Math.round(performance.now() - began)
    if (call.method === 'eth_chainId') chain = chainOf(result) ?? chain
    if (!sink.isOn || !SENDS.test(call.method)) return
    const id = call.method === 'wallet_sendCalls' ? batchId(result) : hashOf(result)
    if (id === undefined) return
    if (call.method !== 'wallet_sendCalls') call.hash = id.toLowerCase() as Hex
    if (call.chain === undefined)
      ask({ method: 'eth_chainId' }).then(
        now => safely(() => void ((chain = chainOf(now)) && (call.chain = chain))),
        () => undefined,
      )
    sink.sent(call, ask, id)
  }

  function wrapped(this: unknown, ...all: [RequestArguments, ...unknown[]]): Promise<unknown> {
    const self = isStandIn || this === undefined || this === globalThis ? of : this
    const { sink } = slot
    if (!sink.isOn) return Reflect.apply(request, self, all)
    const call: Call = { n: 0, at: Date.now(), method: '?' }
    const began = performance.now()
    safely(() => {
      const name = wallet.rdns ?? wallet.name
      if (name) call.wallet = String(name).slice(0, 60)
      if (chain !== undefined) call.chain = chain
      call.method = methodOf(all[0])
      sink.log.begin(call, all[0].params)
    })
    const failed = (error: unknown): never => {
      safely(() => {
        call.ms = Math.round(performance.now() - began)
        sink.log.fail(call, error, all[0]?.params)
      })
      throw error
    }
    let answer: Promise<unknown>
    try {
      answer = Reflect.apply(request, self, all)
    } catch (error) {
      return failed(error)
    }
    if (typeof answer?.then !== 'function') return answer
    // The derived promise is handed out: an error that the dapp does not catch stays an unhandled one.
    return answer.then(result => {
      safely(() => worked(call, began, sink, result))
      return result
    }, failed)
  }

  for (const key of ['name', 'length'] as const)
    Object.defineProperty(wrapped, key, { value: request[key], configurable: true })
  return Object.defineProperty(wrapped, MARK, { value: slot }) as Request
}

const hashOf = (result: unknown): string | undefined =>
  typeof result === 'string' && HASH.test(result) ? result : undefined

/** A batch is answered with an id, or with an object that has it. */
function batchId(result: unknown): string | undefined {
  const id = typeof result === 'object' && result !== null ? (result as { id?: unknown }).id : result
  return typeof id === 'string' && id.length <= 200 ? id : undefined
}

/** How to ask a watched wallet without a record of it. */
export const askOf = (provider: Provider): Request | undefined => slotOf(provider.request)?.ask

/** Takes over a provider that is wrapped already. False if it is not. */
export function adopt(provider: Provider, sink: Sink): boolean {
  const slot = slotOf(provider.request)
  if (slot && !slot.sink.isOn) slot.sink = sink
  return slot !== undefined
}

/** Wraps `request` of the provider itself, so that every holder of it is seen. Returns how to undo it, or nothing if it failed. */
export function patch(provider: Provider, wallet: WalletInfo, sink: Sink): (() => void) | undefined {
  const before = Object.getOwnPropertyDescriptor(provider, 'request')
  if (before && !('value' in before)) return undefined
  const wrapped = wrapRequest(provider.request, { of: provider, wallet, sink })
  const after: PropertyDescriptor = before
    ? { ...before, value: wrapped }
    : { value: wrapped, configurable: true, writable: true, enumerable: false }
  if (!Reflect.defineProperty(provider, 'request', after)) return undefined
  const restore = () => {
    if (before) Reflect.defineProperty(provider, 'request', before)
    else Reflect.deleteProperty(provider, 'request')
  }
  if (provider.request === wrapped) return () => void (provider.request === wrapped && restore())
  restore()
  return undefined
}
