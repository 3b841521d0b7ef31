import type { Notification } from '#/entities/notification/schema'

export interface Day {
  /** `2026-11-17`, where the reader is. */
  day: string
  /** How many days before today. */
  back: number
  rows: Notification[]
}

const dayIn = (time: Date) =>
  [time.getFullYear(), time.getMonth() + 1, time.getDate()]
    .map(part => String(part).padStart(2, '0'))
    .join('-')

/** Rows by the day they are of, in the order they came in. */
export function byDay(rows: readonly Notification[], now: number): Day[] {
  const today = Date.parse(dayIn(new Date(now)))
  const days = new Map<string, Notification[]>()
  for (const row of rows) {
    const day = dayIn(new Date(row.at))
    days.set(day, [...(days.get(day) ?? []), row])
  }
  return [...days].map(([day, of]) => ({
    day,
    back: Math.round((today - Date.parse(day)) / 86_400_000),
    rows: of,
  }))
}
