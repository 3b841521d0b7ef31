import { expect, test } from 'vitest'
import { exactTime, monthOf, relativeTime } from '#/lib/time'

const now = Date.parse('2026-11-14T12:00:00Z')
const at = (iso: string) => relativeTime(new Date(iso), now)

test.each([
  ['2026-11-14T11:59:30Z', 'now'],
  ['2026-11-14T11:58:00Z', '2 minutes ago'],
  ['2026-11-14T09:00:00Z', '3 hours ago'],
  ['2026-11-13T11:00:00Z', 'yesterday'],
  ['2026-11-11T12:00:00Z', '3 days ago'],
  ['2026-11-14T14:00:00Z', 'in 2 hours'],
  ['2027-11-14T12:00:00Z', 'next year'],
])('%s is %s', (iso, words) => {
  expect(at(iso)).toBe(words)
})

test('the exact time says its zone', () => {
  expect(exactTime(new Date('2026-11-14T10:20:58Z'))).toMatch(/10:20:58.*UTC$/)
})

test('a month has its year', () => {
  expect(monthOf('2026-11-14T10:20:58Z')).toBe('November 2026')
  expect(monthOf('')).toBe('')
})
