import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CheckCheck } from 'lucide-react'
import { placeOf } from '#/entities/notification/place'
import { notificationsQuery, useInboxCounts, useRead } from '#/entities/notification/queries'
import type { Notification } from '#/entities/notification/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { ListSection, More } from '#/features/notifications/ListSection'
import { NewsList, NoNews } from '#/features/notifications/NewsList'
import { useRowCursor } from '#/features/notifications/use-row-cursor'
import { useStopKind } from '#/features/notifications/use-stop-kind'
import { useWaiting } from '#/features/notifications/use-waiting'
import { useFinish } from '#/features/notifications/WaitingActions'
import { WaitingList } from '#/features/notifications/WaitingList'
import { chipsOf } from '#/lib/key-names'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { Await } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { Keys } from '#/ui/Keys'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

const NOTHING: Notification[] = []

/** What waits for the reader, then what happened. */
export function NotificationScreen({ username }: { username: string | null }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { sayProblem } = useProblemMessages()
  const waiting = useWaiting()
  const newsQuery = useInfiniteQuery(notificationsQuery('news'))
  const news = newsQuery.data?.pages.flatMap(page => page.rows)
  const rows = [...waiting.open, ...(news ?? NOTHING)]
  const cursor = useRowCursor(rows)
  const read = useRead()
  const { finish } = useFinish()
  const stopKind = useStopKind()
  const { unread } = useInboxCounts()

  const markRead = (which: Parameters<typeof read.mutate>[0]) =>
    read.mutate(which, {
      onError: error =>
        toast({ tone: 'danger', title: t`Couldn’t mark it as read.`, detail: sayProblem(error) }),
    })
  function opened(row: Notification) {
    if (row.bucket === 'news' && row.readAt === null) markRead({ ids: [row.id] })
  }
  function move(by: 1 | -1) {
    if (by === 1 && cursor.isLast && newsQuery.hasNextPage) void newsQuery.fetchNextPage()
    cursor.move(by)
  }
  function openRow() {
    if (!cursor.row) return
    opened(cursor.row)
    void navigate({ to: placeOf(cursor.row) })
  }
  function finishRow() {
    if (!cursor.row) return
    if (cursor.row.bucket === 'action') finish(cursor.row.id)
    else opened(cursor.row)
  }

  usePageCommands([
    { id: 'next', label: t`Next`, keys: ['j'], repeats: true, unlisted: true, run: () => move(1) },
    { id: 'previous', label: t`Previous`, keys: ['k'], repeats: true, unlisted: true, run: () => move(-1) },
    ...(cursor.row
      ? [
          { id: 'open', label: t`Open it`, keys: ['Enter'], run: openRow },
          { id: 'done', label: t`Mark as done or read`, keys: ['e'], run: finishRow },
          {
            id: 'stop',
            label: t`Mute this kind`,
            keys: ['u'],
            run: () => cursor.row && void stopKind(cursor.row.kind),
          },
        ]
      : []),
    {
      id: 'all-read',
      label: t`Mark all as read`,
      keys: ['shift+e'],
      run: () => markRead({ all: true }),
    },
  ])

  return (
    <div className="grid max-w-[54rem] grid-cols-1 gap-6">
      <ListSection
        title={<Trans>Waiting for you</Trans>}
        note={figure(waiting.count)}
        aside={
          <span className="flex items-center gap-1.5 text-12 text-ink-3 max-md:hidden" aria-hidden>
            <Keys of={['j', 'k']} /> <Trans>move</Trans>
            <span className="ml-2" />
            <Keys of={['e']} /> <Trans>done</Trans>
            <span className="ml-2" />
            <Keys of={['u']} /> <Trans>mute this kind</Trans>
          </span>
        }
      >
        <WaitingList waiting={waiting} cursor={cursor.cursor} onCursor={cursor.set} />
        <More query={waiting.query} />
      </ListSection>
      <ListSection
        title={<Trans>News</Trans>}
        note={unread > 0 && <Plural value={unread} one="# unread" other="# unread" />}
        aside={
          unread > 0 && (
            <Button
              kind="ghost"
              size="small"
              busy={read.isPending && 'all' in read.variables}
              onClick={() => markRead({ all: true })}
              icon={<CheckCheck size={14} strokeWidth={1.9} aria-hidden />}
              keys={<Keys of={chipsOf(['shift+e'])} />}
            >{t`Mark all as read`}</Button>
          )
        }
      >
        <Await
          query={{ ...newsQuery, data: news }}
          skeleton={<SkeletonRows rows={6} />}
          failed={<Trans>Couldn’t load the news.</Trans>}
        >
          {all =>
            all.length === 0 ? (
              <NoNews />
            ) : (
              <NewsList rows={all} cursor={cursor.cursor} onCursor={cursor.set} onOpen={opened} />
            )
          }
        </Await>
        <More query={newsQuery} />
      </ListSection>
      {username && (
        <p className="text-12 text-ink-3">
          <Link
            to="/u/$username"
            params={{ username }}
            search={{ tab: 'notifications' }}
            className="underline underline-offset-2"
          >{t`Notification settings`}</Link>
        </p>
      )}
    </div>
  )
}
