// The quotes that the dapp showed, each to go with the transaction that it led to.
import { HASH } from './call-log.ts'
import { createRing, safely } from './ring.ts'
import type { Call, Hex, KeptQuote, Quote } from './types.ts'

const MOST_QUOTES = 10
/** How long a quote waits for its send. */
const KEPT_MS = 10 * 60_000

const AMOUNTS = ['expectedOut', 'expectedIn', 'minOut', 'amountIn'] as const
const NUMBERS = ['chainId', 'slippageBps', 'priceImpactBps', 'quotedAt', 'quoteBlock'] as const
const TEXTS = { tokenIn: 80, tokenOut: 80, route: 500 } as const

export interface SentQuote {
  readonly id: string
  /** Says which transaction the quote led to. */
  sent(hash: Hex): void
}

export interface Quotes {
  add(quote: Quote): SentQuote
  /** Gives a transaction the newest quote of its chain that has none. */
  take(call: Call): void
  all(): readonly KeptQuote[]
}

export function createQuotes(): Quotes {
  const kept = createRing<KeptQuote>(MOST_QUOTES)
  let n = 0
  const isFresh = ({ at }: KeptQuote): boolean => at > Date.now() - KEPT_MS
  return {
    add(quote) {
      const one: KeptQuote = { id: `q${++n}`, at: Date.now() }
      safely(() => void Object.assign(one, checked(quote)))
      kept.add(one)
      return { id: one.id, sent: hash => void (HASH.test(hash) && (one.hash = hash.toLowerCase() as Hex)) }
    },
    take({ hash, chain }) {
      if (!hash || kept.all().some(one => one.hash === hash)) return
      const isOfChain = ({ chainId }: KeptQuote) =>
        chainId === undefined || chain === undefined || chainId === chain
      const free = kept.all().findLast(one => !one.hash && isFresh(one) && isOfChain(one))
      if (free) free.hash = hash
    },
    all: () =>
      kept
        .all()
        .filter(one => one.hash !== undefined || isFresh(one))
        .map(one => ({ ...one })),
  }
}

/** The fields of a quote that have the right form. */
function checked(quote: Quote): Partial<KeptQuote> {
  const fields: Record<string, string | number> = {}
  for (const key of AMOUNTS) {
    const digits = String(quote[key] ?? '')
    if (/^\d{1,78}$/.test(digits)) fields[key] = digits
  }
  for (const key of NUMBERS) {
    // Libraries give the number of a block as a bigint.
    const value = typeof quote[key] === 'bigint' ? Number(quote[key]) : quote[key]
    if (typeof value === 'number' && Number.isFinite(value)) fields[key] = value
  }
  for (const [key, longest] of Object.entries(TEXTS)) {
    const text = quote[key as keyof typeof TEXTS]
    if (typeof text === 'string') fields[key] = text.slice(0, longest)
  }
  return fields
}
