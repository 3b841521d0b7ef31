import type { InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import type { Notification, NotificationPage } from '#/entities/notification/schema'

interface Kept {
  told: InfiniteData<NotificationPage> | undefined
  rows: Notification[]
}

/**
 * What waits, with what was done since the page was opened in its place: a row must not vanish under the finger that
 * finished it, and the next must not come where it was.
 */
export function useKeptRows(told: InfiniteData<NotificationPage> | undefined) {
  const [kept, setKept] = useState<Kept>({ told: undefined, rows: [] })
  const coming = told?.pages.flatMap(page => page.rows) ?? []
  const there = new Map(coming.map(row => [row.id, row]))
  let { rows } = kept
  if (kept.told !== told) {
    const before = new Set(rows.map(({ id }) => id))
    rows = [...rows.map(row => there.get(row.id) ?? row), ...coming.filter(({ id }) => !before.has(id))]
    setKept({ told, rows })
  }
  return rows.map(row => ({ row, isOver: row.doneAt !== null || !there.has(row.id) }))
}
