import { expect, test } from 'vitest'
import { byHour, medianSeconds } from '#/features/issues/triage/pace'

const MINUTE = 60_000

test('the median leaves breaks out', () => {
  expect(medianSeconds([])).toBeNull()
  expect(medianSeconds([0, 40_000, 81_000, 81_000 + 30 * MINUTE, 81_000 + 30 * MINUTE + 50_000])).toBe(41)
})

test('decisions fall into the hour in which they were made', () => {
  const now = 100 * 60 * MINUTE
  expect(byHour([now - MINUTE, now - 2 * MINUTE, now - 61 * MINUTE, now - 9 * 60 * MINUTE], now)).toEqual([
    0, 0, 0, 0, 0, 0, 1, 2,
  ])
})
