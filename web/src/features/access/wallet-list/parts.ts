import type { LinesOutcome } from '#/features/access/wallet-list/model'

/** What one call takes: so many lines, and so many letters in all. */
const LINES = 10_000
const LETTERS = 500_000
/** Longer than the longest address with its chain. */
const LONGEST = 160
/** How many lines that are no addresses are shown. */
const SHOWN = 20

/** Some of the lines, as they are sent in one call. */
export interface Part {
  /** How many lines come before it. */
  from: number
  lines: string[]
}

/** Cuts a text into calls. Of a table only the first column is sent; empty lines stay, so that the others keep their number. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let part: Part = { from: 0, lines: [] }
  let letters = 0
  const end = () => {
    // A part without a single letter says nothing.
    if (letters > 0) parts.push(part)
    part = { from: part.from + part.lines.length, lines: [] }
    letters = 0
  }
  for (const line of text.split(/\r\n|\r|\n/)) {
    const column = (line.split(/[,;\t]/, 1)[0] ?? '').trim().slice(0, LONGEST)
    if (part.lines.length === LINES || letters + column.length > LETTERS) end()
    part.lines.push(column)
    letters += column.length
  }
  end()
  return parts
}

export const NOTHING: LinesOutcome = { added: 0, known: 0, wrong: 0, problems: [] }

/** What came of the parts so far, and of one more. */
export function withPart(before: LinesOutcome, part: Part, said: LinesOutcome): LinesOutcome {
  const problems = said.problems.map(({ line, text }) => ({ line: part.from + line, text }))
  return {
    added: before.added + said.added,
    known: before.known + said.known,
    wrong: before.wrong + said.wrong,
    problems: [...before.problems, ...problems].slice(0, SHOWN),
  }
}
