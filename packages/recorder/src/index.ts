// Records what a page asks of its wallets, for a report. It never changes what is asked or answered.
import { watchWindow } from './announced.ts'
import { buildOf } from './build.ts'
import { createCallLog } from './call-log.ts'
import { type Lines, watchLines } from './lines.ts'
import { createQuotes, type SentQuote } from './quotes.ts'
import { createReceipts } from './receipts.ts'
import { redact, redactPath } from './redact.ts'
import { safely } from './ring.ts'
import { standIn } from './stand-in.ts'
import type { Call, Context, Options, Provider, Quote, WalletInfo, WatchedWallet } from './types.ts'
import { adopt, askOf, patch, type Sink, wrapRequest } from './wrap.ts'

export { redact } from './redact.ts'
export type { SentQuote } from './quotes.ts'
export type * from './types.ts'

const SIZE = 40
const RECEIPTS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 60_000, 120_000]

/** A transport of viem: a function that makes an object with `request`. Its options are of viem. */
type Transport = (options: any) => { request: unknown }

export interface Recorder {
  /** Watches one provider. Use the provider that it returns. */
  watch<P extends object>(provider: P, info?: WalletInfo): P
  /** Watches a transport of viem: reads and simulations, which wallets do not see. */
  transport<T extends Transport>(transport: T, name?: string): T
  /** Notes an error that the dapp caught, as a call named `app`. */
  error(error: unknown, about?: { action?: string; chain?: number }): void
  /** Notes the quote that is on screen. It goes with the next transaction of its chain. */
  quote(quote: Quote): SentQuote
  /** Everything that is known now, ready to be sent. */
  context(): Context
  /** The wallets that are watched. Their requests through this list are not recorded. */
  wallets(): readonly WatchedWallet[]
  /** Ends recording. Providers and the console are given back. */
  stop(): void
}

/** Starts recording: wallets of the page, its errors and its failed requests. Without a window it only takes calls. */
export function createRecorder(options: Options = {}): Recorder {
  const page = typeof window === 'undefined' ? undefined : window
  const seen = new WeakMap<object, object>()
  const wallets = new Map<object, WatchedWallet>()
  const undo: (() => void)[] = []
  const quotes = createQuotes()
  const log = createCallLog({
    size: options.calls ?? SIZE,
    contracts: options.contracts ?? [],
    onProblem: options.onProblem,
  })
  const receipts = createReceipts(options.receipts ?? RECEIPTS, log.problem)
  const sink: Sink = {
    isOn: true,
    log,
    sent(call, ask, id) {
      quotes.take(call)
      receipts.follow({ call, ask, id })
    },
  }

  function watch<P extends object>(given: P, info: WalletInfo = {}): P {
    const provider = given as P & Provider
    let result: object = given
    safely(() => {
      if (typeof provider?.request !== 'function') return
      if (sink.isOn && !adopt(provider, sink)) {
        result = seen.get(given) ?? watched(provider, info)
        seen.set(given, result)
      }
      const ask = askOf(result as Provider)
      const key = ask ?? given
      // A wallet is in the page before it says its name.
      wallets.set(key, {
        info: { ...wallets.get(key)?.info, ...info },
        request: ask ?? provider.request.bind(provider),
      })
    })
    return result as P
  }

  /** The provider itself, if it can be changed, otherwise a stand-in. */
  function watched(provider: Provider, info: WalletInfo): Provider {
    const back = patch(provider, info, sink)
    if (back) undo.push(back)
    return back ? provider : standIn(provider, info, sink)
  }

  let lines: Lines | undefined
  if (page) {
    safely(() => void undo.push(watchWindow(page, watch)))
    if (options.lines ?? true) safely(() => void (lines = watchLines(page)))
  }

  return {
    watch,
    transport: (transport, name = 'rpc') =>
      ((given: unknown) => {
        const made = transport(given) as ReturnType<Transport> & Provider
        return { ...made, request: wrapRequest(made.request, { of: made, wallet: { name }, sink }) }
      }) as typeof transport,
    error(error, { action, chain } = {}) {
      safely(() => {
        if (!sink.isOn) return
        const call: Call = { n: 0, at: Date.now(), method: action ? `app:${redact(action, 40)}` : 'app' }
        if (chain !== undefined) call.chain = chain
        log.begin(call, undefined)
        log.fail(call, error)
      })
    },
    quote: quotes.add,
    context() {
      const build = options.build ?? (page && buildOf(page.document))
      return {
        path: page ? redactPath(page.location.pathname) : '/',
        ...(build ? { build } : {}),
        calls: log.calls(),
        counts: log.counts(),
        lines: lines?.all() ?? [],
        quotes: quotes.all(),
      }
    },
    wallets: () => [...wallets.values()],
    stop() {
      sink.isOn = false
      receipts.stop()
      lines?.stop()
      for (const back of undo.splice(0)) safely(back)
    },
  }
}
