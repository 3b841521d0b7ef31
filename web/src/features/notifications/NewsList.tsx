import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Notification } from '#/entities/notification/schema'
import { byDay } from '#/features/notifications/days'
import { NewsRow } from '#/features/notifications/NewsRow'
import { dayOf } from '#/lib/time'

interface Props {
  rows: Notification[]
  cursor: string | null
  onCursor: (id: string) => void
  onOpen: (row: Notification) => void
}

/** News, newest first, under the days they are of. */
export function NewsList({ rows, cursor, onCursor, onOpen }: Props) {
  const { t } = useLingui()
  const [now] = useState(Date.now)
  const name = (day: string, back: number) => (back === 0 ? t`Today` : back === 1 ? t`Yesterday` : dayOf(day))
  return byDay(rows, now).map(({ day, back, rows: ofDay }) => (
    <section key={day} aria-label={name(day, back)} className="border-t border-line-faint first:border-t-0">
      <h3 className="bg-canvas px-4 py-2 text-12 font-normal text-ink-3 in-[section:first-child]:rounded-t-3">
        {name(day, back)}
      </h3>
      <ul>
        {ofDay.map(row => (
          <NewsRow
            key={row.id}
            row={row}
            isCursor={row.id === cursor}
            onFocus={() => onCursor(row.id)}
            onOpen={() => onOpen(row)}
          />
        ))}
      </ul>
    </section>
  ))
}

export function NoNews() {
  return (
    <p className="px-4 py-3.5 text-ink-2">
      <Trans>No news yet. Updates on your reports and on the issues you watch appear here.</Trans>
    </p>
  )
}
