// The text of a search, taken apart and put together. The server decides what a search means; this only finds the
// parts that the chips, the completion and the underline are about.
import { STATUSES } from '#/entities/issue/schema'

/** One part of a search: `sev:S2`, `"price moved"`, `#12` or a plain word. */
export interface Term {
  /** Before the colon, in small letters; `null` for plain words. */
  key: string | null
  value: string
  start: number
  end: number
}

const TERM = /([a-zA-Z]+):("[^"]*"?|[^\s"]*)|"[^"]*"?|[^\s"]+/g

/** The parts of a search, in order. */
export function termsOf(query: string): Term[] {
  return [...query.matchAll(TERM)].map(match => ({
    key: match[1]?.toLowerCase() ?? null,
    value: match[2] ?? match[0],
    start: match.index,
    end: match.index + match[0].length,
  }))
}

const STATUS_LABELS = new Set<string>(['open', ...STATUSES])

/** A filter a chip stands for. `is:` says two things: the status, and flags such as `is:private`. */
export type Facet =
  | 'status'
  | 'flag'
  | 'kind'
  | 'sev'
  | 'class'
  | 'area'
  | 'net'
  | 'build'
  | 'resolution'
  | 'tag'
  | 'assignee'

function facetOf({ key, value }: Term): string | null {
  if (key !== 'is') return key
  return STATUS_LABELS.has(value.toLowerCase()) ? 'status' : 'flag'
}

/** What a search says about one facet. */
export const termFor = (query: string, facet: Facet): Term | undefined =>
  termsOf(query).find(term => facetOf(term) === facet)

const tidy = (query: string) => query.replaceAll(/\s+/g, ' ').trim()

/** The search with one facet set, or without it. */
export function withFacet(query: string, facet: Facet, value: string | null): string {
  const written = value === null ? '' : `${facet === 'status' || facet === 'flag' ? 'is' : facet}:${value}`
  const term = termFor(query, facet)
  if (!term) return tidy(`${query} ${written}`)
  return tidy(query.slice(0, term.start) + written + query.slice(term.end))
}

/** The search without the parts that are not words: what a user looked for, as they would say it. */
export const wordsOf = (query: string): string =>
  termsOf(query)
    .filter(({ key }) => key === null)
    .map(({ value }) => value.replaceAll('"', ''))
    .join(' ')
    .trim()

/** The parts that narrow a search, words included. */
export const filtersOf = (query: string): string[] =>
  termsOf(query).map(({ start, end }) => query.slice(start, end))

/** Whether two searches say the same. */
export const sameQuery = (one: string, other: string): boolean =>
  filtersOf(one).toSorted().join(' ').toLowerCase() === filtersOf(other).toSorted().join(' ').toLowerCase()

/** The term the caret stands in or behind. */
export const termAt = (query: string, caret: number): Term | undefined =>
  termsOf(query).find(({ start, end }) => start < caret && caret <= end)

/** Where a search is wrong: the server counts letters, the browser UTF-16 units. */
export function cutAt(
  query: string,
  { start, end }: { start: number; end: number },
): [string, string, string] {
  const letters = [...query]
  return [letters.slice(0, start).join(''), letters.slice(start, end).join(''), letters.slice(end).join('')]
}

/** Reads `… @3-9` from the end of the server's sentence. */
export function readSyntaxProblem(sentence: string): {
  said: string
  span: { start: number; end: number } | null
} {
  const match = /^(.*?)\s*@(\d+)-(\d+)$/s.exec(sentence)
  if (!match) return { said: sentence, span: null }
  return { said: match[1] ?? '', span: { start: Number(match[2]), end: Number(match[3]) } }
}
