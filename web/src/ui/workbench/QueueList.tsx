import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Await, type Awaited } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { SkeletonRows } from '#/ui/Skeleton'

interface Query<Row> extends Awaited<Row[]> {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

interface Props<Row> {
  label: string
  query: Query<Row>
  keyOf: (row: Row) => string | number
  /** Below the list. */
  footer?: ReactNode
  children: (row: Row) => ReactNode
}

/** The lines of a queue that comes page by page. */
export function QueueList<Row>({ label, query, keyOf, footer, children }: Props<Row>) {
  return (
    <Await
      level={2}
      query={query}
      skeleton={<SkeletonRows rows={8} />}
      failed={<Trans>Couldn’t load the queue.</Trans>}
    >
      {rows => (
        <>
          <ul aria-label={label} className="min-h-0 flex-1 overflow-y-auto [contain:strict]">
            {rows.map(row => (
              // Rows out of sight are neither laid out nor painted.
              <li key={keyOf(row)} className="[contain-intrinsic-size:auto_58px] [content-visibility:auto]">
                {children(row)}
              </li>
            ))}
          </ul>
          {query.hasNextPage && (
            <div className="border-t border-line-faint px-4 py-2">
              <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                <Trans>Show more</Trans>
              </Button>
            </div>
          )}
          {footer && <footer className="border-t border-line px-4 py-3">{footer}</footer>}
        </>
      )}
    </Await>
  )
}
