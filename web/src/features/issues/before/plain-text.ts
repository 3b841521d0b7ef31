// A recording as text, with nothing shortened, for a chat or a tracker. Names are those of the recorder.
import { type Entry, entriesOf, zeroOf } from '#/features/issues/before/entries'
import type { ConsoleLine, Recording, WalletCall } from '#/features/issues/before/recording'

const INDENT = ' '.repeat(11)

const listed = (parts: (string | number | null | false | undefined)[]) =>
  parts.filter(part => part || part === 0).join(', ')
const named = (values: Record<string, string | number>) =>
  listed(Object.entries(values).map(([name, value]) => `${name} ${value}`))

export function plainTextOf({ origin, at, context }: Recording): string {
  const { path, counts, quote, off } = context
  const entries = entriesOf(context)
  const { zero } = zeroOf(at, entries)
  return [
    `Recorded on ${origin}${path ?? ''}, reported ${at}`,
    ...entries.flatMap(entry => rowsOf(entry, zero)),
    quote && `Quote: ${named(quote)}`,
    Object.keys(counts).length > 0 && `Other calls that worked: ${named(counts)}`,
    off.length > 0 && `Left out: ${listed(off)}`,
  ]
    .filter(Boolean)
    .join('\n')
}

function rowsOf({ at, call, line }: Entry, zero: number): string[] {
  const time = `-${(Math.max(0, zero - at) / 1000).toFixed(1)} s`.padStart(INDENT.length - 2)
  const [first, ...more] = call ? wordsOf(call) : wordsOfLine(line)
  return [`${time}  ${first}`, ...more.map(each => `${INDENT}${each}`)]
}

function wordsOf(call: WalletCall): string[] {
  const { method, wallet, chain, ms, problem, status, to, selector, value, bytes, hash, error } = call
  const words = listed([
    method,
    wallet,
    chain !== null && `chain ${chain}`,
    ms !== null && `${Math.round(ms)} ms`,
    problem ?? status,
  ])
  const details = listed([
    to && `to ${to}`,
    selector && `selector ${selector}`,
    value && `value ${value}`,
    bytes !== null && `${bytes} bytes`,
    hash && `hash ${hash}`,
  ])
  const said = error && listed([error.code !== null && `code ${error.code}`, error.message])
  return [words, details, said && `error ${said}`, error?.data && `data ${error.data}`].flatMap(
    text => text || [],
  )
}

const wordsOfLine = ({ kind, text, times, ms, frames }: ConsoleLine): string[] => [
  listed([
    `${kind}: ${text}`,
    times !== null && times > 1 && `${times} times`,
    ms !== null && `${Math.round(ms)} ms`,
  ]),
  ...frames,
]
