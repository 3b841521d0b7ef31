import { expect, test } from 'vitest'
import type { Notification } from '#/entities/notification/schema'
import { byDay } from '#/features/notifications/days'
import { HALF_HOURS, partsOfDay } from '#/features/notifications/preferences/hours'

const at = (time: string) => ({ id: time, at: time }) as Notification

test('rows stand under their days, in the order they came', () => {
  const now = Date.parse('2026-11-17T10:00:00')
  const days = byDay(
    [
      at('2026-11-17T09:00:00'),
      at('2026-11-17T00:01:00'),
      at('2026-11-16T23:59:00'),
      at('2026-11-01T12:00:00'),
    ],
    now,
  )
  expect(days.map(({ day, back, rows }) => [day, back, rows.length])).toEqual([
    ['2026-11-17', 0, 2],
    ['2026-11-16', 1, 1],
    ['2026-11-01', 16, 1],
  ])
})

test('a night is two parts of a day, and no time is none', () => {
  expect(HALF_HOURS).toHaveLength(48)
  expect(partsOfDay('18:00', '06:00')).toEqual([
    { start: 0, width: 25 },
    { start: 75, width: 25 },
  ])
  expect(partsOfDay('06:00', '12:00')).toEqual([{ start: 25, width: 25 }])
  expect(partsOfDay('06:00', '06:00')).toEqual([])
})
