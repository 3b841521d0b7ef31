import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CheckCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { notificationsQuery, useInboxCounts, useRead } from '#/entities/notification/queries'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { NoNews } from '#/features/notifications/NewsList'
import { NewsRow } from '#/features/notifications/NewsRow'
import { useRowCursor } from '#/features/notifications/use-row-cursor'
import { useWaiting } from '#/features/notifications/use-waiting'
import { WaitingList } from '#/features/notifications/WaitingList'
import { figure } from '#/lib/number'
import { Await } from '#/ui/Await'
import { Button, ButtonLink } from '#/ui/Button'
import { Keys } from '#/ui/Keys'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

const WAITING = 3
const NEWS = 5

/** The latest of the inbox, at the bell. */
export default function InboxPopover({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const waiting = useWaiting()
  const cursor = useRowCursor(waiting.open)
  const news = useInfiniteQuery(notificationsQuery('news'))
  const rows = news.data?.pages[0]?.rows.slice(0, NEWS)
  const { unread } = useInboxCounts()
  const read = useRead()
  const markRead = (which: Parameters<typeof read.mutate>[0]) =>
    read.mutate(which, {
      onError: error =>
        toast({ tone: 'danger', title: t`Couldn’t mark it as read.`, detail: sayProblem(error) }),
    })
  return (
    <>
      <header className="flex items-center justify-between border-b border-line py-1.5 pr-2 pl-4">
        <h2 className="text-13">{t`Inbox`}</h2>
        <ButtonLink
          kind="ghost"
          size="small"
          to="/notifications"
          onClick={onClose}
          keys={<Keys of={['g', 'n']} />}
        >{t`Open inbox`}</ButtonLink>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Heading count={waiting.count}>{t`Waiting for you`}</Heading>
        <WaitingList waiting={waiting} cursor={cursor.cursor} onCursor={cursor.set} most={WAITING} />
        <div className="border-t border-line">
          <Heading count={unread}>{t`News`}</Heading>
          <Await
            query={{ ...news, data: rows }}
            skeleton={<SkeletonRows rows={3} />}
            failed={<Trans>Couldn’t load the news.</Trans>}
          >
            {latest =>
              latest.length === 0 ? (
                <NoNews />
              ) : (
                <ul>
                  {latest.map(row => (
                    <NewsRow
                      key={row.id}
                      row={row}
                      isCursor={false}
                      onOpen={() => {
                        if (row.readAt === null) markRead({ ids: [row.id] })
                        onClose()
                      }}
                    />
                  ))}
                </ul>
              )
            }
          </Await>
        </div>
      </div>
      {unread > 0 && (
        <footer className="flex justify-end border-t border-line px-2 py-1.5">
          <Button
            kind="ghost"
            size="small"
            busy={read.isPending && 'all' in read.variables}
            onClick={() => markRead({ all: true })}
            icon={<CheckCheck size={14} strokeWidth={1.9} aria-hidden />}
          >{t`Mark all as read`}</Button>
        </footer>
      )}
    </>
  )
}

function Heading({ count, children }: { count: number; children: ReactNode }) {
  return (
    <h3 className="px-4 pt-2.5 pb-1 text-12 font-medium text-ink-3">
      {children} {count > 0 && figure(count)}
    </h3>
  )
}
