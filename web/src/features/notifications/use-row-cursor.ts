import { useState } from 'react'
import type { Notification } from '#/entities/notification/schema'

/** The row the keyboard is at, over both lists. */
export function useRowCursor(rows: Notification[]) {
  const [chosen, setChosen] = useState<string | null>(null)
  const ids = rows.map(({ id }) => id)
  const at = chosen === null ? -1 : ids.indexOf(chosen)
  return {
    cursor: at < 0 ? null : chosen,
    row: rows[at],
    isLast: at >= 0 && at === rows.length - 1,
    set: setChosen,
    move(by: 1 | -1) {
      const next = at < 0 ? 0 : Math.min(Math.max(at + by, 0), ids.length - 1)
      setChosen(ids[next] ?? null)
    },
  }
}
