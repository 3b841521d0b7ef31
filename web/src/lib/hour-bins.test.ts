import { expect, test } from 'vitest'
import { hourBins } from '#/lib/hour-bins'

const NOW = Date.UTC(2026, 10, 16, 12, 30)
const at = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString()

test('hours in which nothing happened are bars of nothing', () => {
  const { hours, bars } = hourBins(
    [
      { at: at(5), count: 2 },
      { at: at(1), count: 3 },
    ],
    NOW,
  )
  expect(hours).toBe(1)
  expect(bars.map(({ count }) => count)).toEqual([2, 0, 0, 0, 3, 0])
})

test('a long time is put into wider bars, and nothing is lost', () => {
  const counts = Array.from({ length: 30 * 24 }, (_, hour) => ({ at: at(hour), count: 1 }))
  const { hours, bars } = hourBins(counts, NOW)
  expect(hours).toBe(24)
  expect(bars.length).toBeLessThanOrEqual(60)
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(720)
})

test('a release has its place between the bars, and one before them has none', () => {
  const { place } = hourBins([{ at: at(10), count: 1 }], NOW)
  expect(place(at(5))).toBeGreaterThan(0.4)
  expect(place(at(5))).toBeLessThan(0.6)
  expect(place(at(100))).toBeLessThan(0)
})

test('nothing at all is one empty bar', () => {
  expect(hourBins([], NOW).bars).toHaveLength(1)
})
