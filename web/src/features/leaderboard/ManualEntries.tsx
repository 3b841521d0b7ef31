import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PersonName } from '#/entities/person/PersonName'
import { manualEntriesQuery } from '#/features/leaderboard/api'
import { Amount } from '#/features/leaderboard/LedgerList'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

/** What administrators decided by hand, for everybody to see. */
export function ManualEntries() {
  const query = useInfiniteQuery(manualEntriesQuery)
  const entries = query.data?.pages.flatMap(page => page.entries)
  return (
    <Panel flush title={<Trans>Manual entries</Trans>} note={<Trans>public, with their reason</Trans>}>
      <Await
        query={{ ...query, data: entries }}
        skeleton={<SkeletonRows rows={3} />}
        failed={<Trans>Couldn’t load the manual entries.</Trans>}
      >
        {rows =>
          rows.length === 0 ? (
            <EmptyState title={<Trans>None so far.</Trans>}>
              <Trans>Every point on the board came from a rule.</Trans>
            </EmptyState>
          ) : (
            <ul className="border-t border-line-faint">
              {rows.map(entry => (
                <li
                  key={`${entry.seq} ${entry.at}`}
                  className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 border-t border-line-faint px-4 py-2.5 first:border-t-0"
                >
                  <p className="flex flex-wrap items-center gap-x-2">
                    {entry.person && <PersonName person={entry.person} />}
                    <span className="text-12 text-ink-3">
                      {dayOf(entry.at)}
                      {entry.actor && (
                        <>
                          {' · '}
                          <Trans>
                            by <PersonName person={entry.actor} plain />
                          </Trans>
                        </>
                      )}
                    </span>
                  </p>
                  <Amount entry={entry} />
                  <p className="text-ink-2">{entry.reason ?? entry.sentence}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Await>
      {query.hasNextPage && (
        <div className="px-4 pb-3">
          <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            <Trans>Older entries</Trans>
          </Button>
        </div>
      )}
    </Panel>
  )
}
