// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { KEYS } from '#/entities/issue/cache'
import { movesIssue, rowChange, showChange } from '#/entities/issue/live'
import { issueRow } from '#/entities/issue/schema'
import { ROWS } from '#test/fixtures/rows'

const row = v.parse(issueRow, ROWS[0])
const date = (iso: string) => ({ __type: 'Date', iso })
const pointer = (className: string, objectId: string) => ({ __type: 'Pointer', className, objectId })

/** The row as an object of the class. */
const told = (change: object = {}) => ({
  objectId: row.id,
  number: row.number,
  kind: row.kind,
  title: row.title,
  area: row.area,
  status: row.status,
  ...(row.severity ? { severity: row.severity } : {}),
  voteCount: row.voteCount,
  tags: row.tags,
  submittedAt: date(row.submittedAt),
  lastActivityAt: date(row.lastActivityAt),
  ...(row.network ? { network: pointer('Network', row.network.id) } : {}),
  ...(row.build ? { buildReported: pointer('Build', row.build.id) } : {}),
  ...(row.buildFixed ? { buildFixed: pointer('Build', row.buildFixed.id) } : {}),
  ...(row.assignee?.id ? { assignee: pointer('_User', row.assignee.id) } : {}),
  ...change,
})

test('what an object says is written into the row, and what only the server knows of the reader stays', () => {
  const said = rowChange(told({ status: 'closed', resolution: 'intended', voteCount: 50 }), row)
  expect(said?.change).toMatchObject({ status: 'closed', resolution: 'intended', voteCount: 50 })
  expect(said?.change).not.toHaveProperty('affectsMe')
  expect(said?.change).not.toHaveProperty('quality')
  expect(said?.isWhole).toBe(true)
})

test('a field that was emptied is empty in the row', () => {
  const { severity: _, ...without } = told({ severity: undefined })
  expect(rowChange(without, row)?.change.severity).toBeNull()
})

test('what points at something without a name here is asked for', () => {
  expect(rowChange(told({ assignee: pointer('_User', 'somebody new') }), row)?.isWhole).toBe(false)
  expect(rowChange(told({ duplicateOf: pointer('Issue', 'another') }), row)?.isWhole).toBe(false)
})

test('what cannot be read changes nothing', () => {
  expect(rowChange(told({ status: 'lost in space' }), row)).toBeNull()
})

test('a count that moved takes no issue into a list or out of one; a status may', () => {
  const update = (change: object) => movesIssue({ op: 'update', object: told(change), original: told() })
  expect(update({ voteCount: 99, lastActivityAt: date('2027-01-01T00:00:00.000Z') })).toBe(false)
  expect(update({ status: 'closed' })).toBe(true)
  expect(movesIssue({ op: 'create', object: told() })).toBe(true)
})

test('many changes are drawn as one, rows that stay are the same objects, and reading is no later for it', async () => {
  vi.useFakeTimers()
  const cache = new QueryClient()
  const rows = ROWS.map(each => v.parse(issueRow, each))
  const queryKey = KEYS.list('is:open', 'activity')
  cache.setQueryData(
    queryKey,
    { pages: [{ rows, next: null, total: rows.length, totalIsFloor: false }], pageParams: [''] },
    { updatedAt: 7 },
  )
  const drawn = vi.fn()
  cache.getQueryCache().subscribe(drawn)
  for (let count = 0; count < 20; count += 1)
    showChange(cache, { op: 'update', object: told({ voteCount: count }) })
  await vi.advanceTimersByTimeAsync(100)
  const after = cache.getQueryData<{ pages: { rows: typeof rows }[] }>(queryKey)?.pages[0]?.rows
  expect(after?.[0]?.voteCount).toBe(19)
  expect(after?.[1]).toBe(rows[1])
  expect(cache.getQueryState(queryKey)?.dataUpdatedAt).toBe(7)
  expect(drawn).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})
