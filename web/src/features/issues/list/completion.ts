import { type Term, termAt } from '#/features/issues/list/query-text'

/** One way to go on with a search. */
export interface Completion {
  /** What the word at the caret becomes. */
  text: string
  /** What that means. */
  note: string
}

/** What may stand after each key, and what the key is about. */
export type Vocabulary = Record<string, { note: string; values: Completion[] }>

const LIMIT = 8

/** How the term at the caret can be finished. */
export function completionsAt(query: string, caret: number, vocabulary: Vocabulary): Completion[] {
  const term = termAt(query, caret)
  const typed = term ? query.slice(term.start, caret).toLowerCase() : ''
  if (typed.startsWith('"') || typed.startsWith('#')) return []
  const colon = typed.indexOf(':')
  if (colon < 0) {
    return Object.entries(vocabulary)
      .filter(([key]) => key.startsWith(typed) && key !== typed)
      .map(([key, { note }]) => ({ text: `${key}:`, note }))
      .slice(0, LIMIT)
  }
  const key = typed.slice(0, colon)
  const begun = typed.slice(colon + 1)
  return (vocabulary[key]?.values ?? [])
    .filter(({ text }) => text.toLowerCase().startsWith(begun) && text.toLowerCase() !== begun)
    .map(({ text, note }) => ({ text: `${key}:${text}`, note }))
    .slice(0, LIMIT)
}

/** The search with the term at the caret replaced, and where the caret goes. */
export function complete(
  query: string,
  caret: number,
  { text }: Completion,
): { query: string; caret: number } {
  const term = termAt(query, caret) ?? ({ start: caret, end: caret } as Pick<Term, 'start' | 'end'>)
  const end = text.endsWith(':') ? text : `${text} `
  const rest = query.slice(term.end).replace(/^ /, '')
  return { query: query.slice(0, term.start) + end + rest, caret: term.start + end.length }
}

/** How many letters must change to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let line = 1; line <= one.length; line += 1) {
    const next = [line]
    for (let column = 1; column <= other.length; column += 1) {
      const change = one[line - 1] === other[column - 1] ? 0 : 1
      next.push(
        Math.min((row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (row[column - 1] ?? 0) + change),
      )
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** What a user who wrote `wrong` probably meant; `null` if nothing is near. */
export function meant(wrong: string, vocabulary: Vocabulary): string | null {
  const [key = '', value] = wrong.toLowerCase().split(':')
  const nearest = (word: string, among: string[], within: number) =>
    among
      .map(known => ({ known, far: distance(word, known.toLowerCase()) }))
      .filter(({ far }) => far <= within)
      .toSorted((a, b) => a.far - b.far)[0]?.known
  if (value === undefined) return null
  const known = vocabulary[key] ? key : nearest(key, Object.keys(vocabulary), 2)
  if (!known) return null
  const values = vocabulary[known]?.values.map(({ text }) => text) ?? []
  const fitting = values.find(text => text.toLowerCase() === value) ?? nearest(value, values.toReversed(), 3)
  if (!fitting) return known === key ? null : `${known}:${value}`
  return `${known}:${fitting}`
}
