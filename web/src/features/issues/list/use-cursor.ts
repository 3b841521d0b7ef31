import { useState } from 'react'
import type { IssueRow } from '#/entities/issue/schema'

// The row that was left last, by the list it is in: anyone who comes back goes on from there.
let left: { list: string; number: number } | null = null

/** Remembers from which row of a list a user went on to an issue. */
export const leaveAt = (list: string, number: number) => {
  left = { list, number }
}

/** The row the keyboard is at, and those that were chosen. */
export function useCursor(rows: IssueRow[], list: string) {
  const [cursor, setCursor] = useState<number | null>(() => (left?.list === list ? left.number : null))
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [anchor, setAnchor] = useState<number | null>(null)
  const numbers = rows.map(({ number }) => number)
  const at = cursor === null ? -1 : numbers.indexOf(cursor)

  function move(by: 1 | -1) {
    const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), numbers.length - 1)
    setCursor(numbers[next] ?? null)
  }

  /** Chooses one, or all from the last chosen one to it. */
  function toggle(number: number, range: boolean) {
    const next = new Set(chosen)
    const from = anchor === null ? -1 : numbers.indexOf(anchor)
    const to = numbers.indexOf(number)
    if (range && from >= 0 && to >= 0) {
      for (const each of numbers.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(each)
    } else if (!next.delete(number)) {
      next.add(number)
    }
    setAnchor(number)
    setChosen(next)
  }

  return {
    cursor: at < 0 ? null : cursor,
    row: rows[at],
    move,
    chosen,
    toggle,
    chooseAll: () => setChosen(new Set(numbers)),
    clear: () => setChosen(new Set()),
  }
}
