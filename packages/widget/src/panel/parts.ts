// The parts of a report that come from the page, each as data and as the line that the tester sees.
import type { Call, Context, KeptQuote } from '@touchstone/recorder'
import type { Evidence, PartName, Report, ReportContext } from '../report.ts'
import type { Words } from '../words.ts'
import { environmentOf } from './environment.ts'
import { fill, type PanelWords } from './words.ts'

export interface Part {
  name: PartName | 'failure'
  label: string
  summary: string
  /** Exactly what is sent while `isOn`. */
  data: object
  isOn: boolean
}

export interface PartsOptions {
  page: Window
  words: Words & PanelWords
  context: Context
  problem: Readonly<Call> | undefined
  off: readonly string[]
}

export function partsOf({ page, words, context, problem, off }: PartsOptions): Part[] {
  const { path, build, calls, counts, lines } = context
  const quote = quoteOf(context, problem)
  const environment = environmentOf(page, calls)
  const parts: (Omit<Part, 'label' | 'isOn'> | undefined)[] = [
    problem && { name: 'failure', summary: lineOf(problem, words), data: evidenceOf(problem) },
    {
      name: 'page',
      summary: [path, build].filter(Boolean).join(', '),
      data: { path, ...(build ? { build } : {}) },
    },
    calls.length > 0
      ? { name: 'calls', summary: fill(words.calls, { n: calls.length }), data: { calls, counts } }
      : undefined,
    lines.length > 0 ? { name: 'lines', summary: String(lines.length), data: { lines } } : undefined,
    quote && { name: 'quote', summary: summaryOf(quote), data: { quote: quotedOf(quote) } },
    { name: 'environment', summary: Object.values(environment).join(', '), data: { environment } },
  ]
  return parts
    .filter(part => part !== undefined)
    .map(part => ({ ...part, label: words.parts[part.name], isOn: !off.includes(part.name) }))
}

export const evidenceOf = ({ hash, chain, error }: Readonly<Call>): Evidence => ({
  ...(hash ? { hash } : {}),
  ...(chain === undefined ? {} : { chain }),
  ...(error && Object.keys(error).length > 0 ? { error } : {}),
})

/** The parts of a report that are switched on. */
export function reportParts(parts: readonly Part[]): Pick<Report, 'build' | 'evidence' | 'context'> {
  const on = parts.filter(({ isOn }) => isOn)
  const { build, ...context } = Object.assign(
    {},
    ...on.filter(({ name }) => name !== 'failure').map(({ data }) => data),
  ) as ReportContext & { build?: string }
  const evidence = on.find(({ name }) => name === 'failure')?.data as Evidence | undefined
  return {
    ...(build ? { build } : {}),
    ...(evidence ? { evidence: { ...evidence, ...(context.quote ? { quote: context.quote } : {}) } } : {}),
    context: { ...context, off: offOf(parts) },
  }
}

const offOf = (parts: readonly Part[]): PartName[] =>
  parts.flatMap(({ name, isOn }) => (isOn || name === 'failure' ? [] : [name]))

/** The title of a report that the tester has not named. */
export function titleOf(problem: Readonly<Call>, words: Words): string {
  const said = words.problems[problem.problem ?? 'other']
  return `${said}: ${problem.error?.message || problem.method}`.slice(0, 120)
}

function lineOf(
  { method, chain, error, hash, problem = 'other' }: Readonly<Call>,
  words: Words & PanelWords,
): string {
  const call = [method, chain === undefined ? '' : fill(words.chain, { chain })].filter(Boolean).join(', ')
  const said = error?.message || (hash ? undefined : words.problems[problem])
  return `${call}: ${[error?.code, said, hash && shorten(hash)].filter(it => it !== undefined).join(', ')}`
}

/** The quote that led to the failing transaction, otherwise the newest one. */
function quoteOf({ quotes }: Context, problem: Readonly<Call> | undefined): KeptQuote | undefined {
  return quotes.find(({ hash }) => hash !== undefined && hash === problem?.hash) ?? quotes.at(-1)
}

const quotedOf = ({ id: _, at: __, hash: ___, ...quoted }: KeptQuote) => quoted

/** Amounts have no decimals that the widget knows, so the line names the route. The data has them. */
const summaryOf = ({ expectedOut, tokenOut, route, slippageBps }: KeptQuote): string =>
  [route || tokenOut || expectedOut, slippageBps !== undefined && `${Number(slippageBps) / 100} %`]
    .filter(Boolean)
    .join(', ')

export const shorten = (hex: string): string => `${hex.slice(0, 6)}…${hex.slice(-4)}`
