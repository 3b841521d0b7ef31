// What has happened to a list since it was read, without moving a row of it.
import { type IssueList, type IssueRow, STATUSES } from '#/entities/issue/schema'
import type { Sort } from '#/entities/issue/sort'
import { termsOf } from '#/features/issues/list/query-text'

const ORDER: Record<Sort, ((row: IssueRow) => number | string) | null> = {
  activity: row => row.lastActivityAt,
  newest: row => row.submittedAt,
  impact: row => row.impact,
  affected: row => row.voteCount,
  queue: null,
}

/** Whether one of the rows that changed no longer stands where the order of the list has it. */
export function isReordered(rows: IssueRow[], sort: Sort, changed: ReadonlySet<number>): boolean {
  const by = ORDER[sort]
  if (!by || changed.size === 0) return false
  const standsBefore = (one: IssueRow | undefined, other: IssueRow | undefined) =>
    !one || !other || by(one) >= by(other)
  return rows.some(
    (row, at) =>
      changed.has(row.number) && !(standsBefore(rows[at - 1], row) && standsBefore(row, rows[at + 1])),
  )
}

/** Whether a search by status would still find an issue; of other searches the server knows. */
export function isStillFound(query: string, { status }: Pick<IssueRow, 'status'>): boolean {
  return termsOf(query)
    .filter(({ key }) => key === 'is')
    .every(({ value }) =>
      value
        .toLowerCase()
        .split(',')
        .some(word =>
          word === 'open' ? status !== 'verified' && status !== 'closed' : !isStatus(word) || word === status,
        ),
    )
}

const WORDS = new Set<string>(STATUSES)
const isStatus = (word: string) => WORDS.has(word)

/** How many a fresh beginning of the list has that it does not show. */
export const countNew = (rows: IssueRow[], fresh: IssueList | undefined): number => {
  const shown = new Set(rows.map(({ number }) => number))
  return fresh?.rows.filter(({ number }) => !shown.has(number)).length ?? 0
}

/** What it shows and a whole fresh list no longer has. */
export function goneFrom(rows: IssueRow[], fresh: IssueList | undefined): number[] {
  if (!fresh || fresh.next !== null) return []
  const left = new Set(fresh.rows.map(({ number }) => number))
  return rows.map(({ number }) => number).filter(number => !left.has(number))
}
