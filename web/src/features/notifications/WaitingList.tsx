import { Trans } from '@lingui/react/macro'
import type { Waiting } from '#/features/notifications/use-waiting'
import { WaitingRow } from '#/features/notifications/WaitingRow'
import { Await } from '#/ui/Await'
import { SkeletonRows } from '#/ui/Skeleton'

interface Props {
  waiting: Waiting
  cursor: string | null
  onCursor: (id: string) => void
  /** How many rows to show; all of them if not given. */
  most?: number
}

/** What waits for the reader, each with the means to do it: on the dashboard, in the inbox and at the bell. */
export function WaitingList({ waiting: { query, kept }, cursor, onCursor, most }: Props) {
  return (
    <Await
      query={query}
      skeleton={<SkeletonRows rows={2} />}
      failed={<Trans>Couldn’t load your inbox.</Trans>}
    >
      {() =>
        kept.length === 0 ? (
          <p className="px-4 py-3.5 text-ink-2">
            <Trans>You’re all caught up.</Trans>
          </p>
        ) : (
          <ul>
            {kept.slice(0, most).map(({ row, isOver }) => (
              <WaitingRow
                key={row.id}
                row={row}
                isOver={isOver}
                isCursor={row.id === cursor}
                onFocus={() => onCursor(row.id)}
              />
            ))}
          </ul>
        )
      }
    </Await>
  )
}
