import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type IssueRow, issueRow } from '#/entities/issue/schema'
import { countNew, goneFrom, isReordered, isStillFound } from '#/features/issues/list/list-news'
import { ROWS } from '#test/fixtures/rows'

const one = v.parse(issueRow, ROWS[0])
const row = (number: number, change: Partial<IssueRow> = {}): IssueRow => ({ ...one, number, ...change })
const list = (rows: IssueRow[], next: string | null = null) => ({
  rows,
  next,
  total: rows.length,
  totalIsFloor: false,
})

test('what the list does not show is new', () => {
  expect(countNew([row(1), row(2)], list([row(3), row(1), row(4)]))).toBe(2)
  expect(countNew([row(1)], undefined)).toBe(0)
})

test('what a whole list no longer has is gone; of its beginning alone that is unknown', () => {
  expect(goneFrom([row(1), row(2)], list([row(2)]))).toEqual([1])
  expect(goneFrom([row(1), row(2)], list([row(2)], 'more'))).toEqual([])
})

test.each([
  ['is:open', 'closed', false],
  ['is:open', 'fixed', true],
  ['is:new,closed', 'closed', true],
  ['is:new kind:bug', 'confirmed', false],
  ['is:private', 'closed', true],
  ['permit', 'closed', true],
] as const)('%s with one that is %s: still found %s', (query, status, found) => {
  expect(isStillFound(query, { status })).toBe(found)
})

test('an order is another only where a row that changed left its place', () => {
  const rows = [row(1, { voteCount: 9 }), row(2, { voteCount: 12 }), row(3, { voteCount: 1 })]
  expect(isReordered(rows, 'affected', new Set([2]))).toBe(true)
  expect(isReordered(rows, 'affected', new Set([3]))).toBe(false)
  expect(isReordered(rows, 'affected', new Set())).toBe(false)
  expect(isReordered(rows, 'queue', new Set([2]))).toBe(false)
})
