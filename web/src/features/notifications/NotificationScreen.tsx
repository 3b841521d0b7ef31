import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CheckCheck } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { placeOf } from '#/entities/notification/place'
import { notificationsQuery, useRead } from '#/entities/notification/queries'
import type { Notification } from '#/entities/notification/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { NewsList, NoNews } from '#/features/notifications/NewsList'
import { useKeptRows } from '#/features/notifications/use-kept-rows'
import { useRowCursor } from '#/features/notifications/use-row-cursor'
import { useStopKind } from '#/features/notifications/use-stop-kind'
import { useFinish } from '#/features/notifications/WaitingActions'
import { WaitingRow } from '#/features/notifications/WaitingRow'
import { chipsOf } from '#/lib/key-names'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { Await } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { Keys } from '#/ui/Keys'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

const NOTHING: Notification[] = []

function useList(bucket: 'action' | 'news') {
  const query = useInfiniteQuery(notificationsQuery(bucket))
  const rows = query.data?.pages.flatMap(page => page.rows)
  return { query, rows }
}

/** What waits for the reader, then what happened. */
export function NotificationScreen({ username }: { username: string | null }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { sayProblem } = useProblemMessages()
  const waiting = useList('action')
  const news = useList('news')
  const kept = useKeptRows(waiting.query.data)
  const open = kept.filter(({ isOver }) => !isOver).map(({ row }) => row)
  const rows = [...open, ...(news.rows ?? NOTHING)]
  const cursor = useRowCursor(rows)
  const read = useRead()
  const { finish } = useFinish()
  const stopKind = useStopKind()
  const unread = news.query.data?.pages[0]?.unread ?? 0
  const count = waiting.query.data?.pages[0]?.waiting ?? open.length

  const markRead = (which: Parameters<typeof read.mutate>[0]) =>
    read.mutate(which, {
      onError: error =>
        toast({ tone: 'danger', title: t`It was not marked as read.`, detail: sayProblem(error) }),
    })
  function opened(row: Notification) {
    if (row.bucket === 'news' && row.readAt === null) markRead({ ids: [row.id] })
  }
  function move(by: 1 | -1) {
    if (by === 1 && cursor.isLast && news.query.hasNextPage) void news.query.fetchNextPage()
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
          { id: 'done', label: t`Done, or read`, keys: ['e'], run: finishRow },
          {
            id: 'stop',
            label: t`Stop this kind`,
            keys: ['u'],
            run: () => cursor.row && void stopKind(cursor.row.kind),
          },
        ]
      : []),
    {
      id: 'all-read',
      label: t`Mark all news as read`,
      keys: ['shift+e'],
      run: () => markRead({ all: true }),
    },
  ])

  return (
    <div className="grid max-w-[54rem] grid-cols-1 gap-6">
      <List
        title={<Trans>Waiting for you</Trans>}
        note={figure(count)}
        aside={
          <span className="flex items-center gap-1.5 text-12 text-ink-3 max-md:hidden" aria-hidden>
            <Keys of={['j', 'k']} /> <Trans>move</Trans>
            <span className="ml-2" />
            <Keys of={['e']} /> <Trans>done</Trans>
            <span className="ml-2" />
            <Keys of={['u']} /> <Trans>stop this kind</Trans>
          </span>
        }
      >
        <Await
          query={{ ...waiting.query, data: waiting.rows }}
          skeleton={<SkeletonRows rows={3} />}
          failed={<Trans>What waits for you did not load.</Trans>}
        >
          {() =>
            kept.length === 0 ? (
              <p className="px-4 py-3.5 text-ink-2">
                <Trans>Nothing waits for you.</Trans>
              </p>
            ) : (
              <ul>
                {kept.map(({ row, isOver }) => (
                  <WaitingRow
                    key={row.id}
                    row={row}
                    isOver={isOver}
                    isCursor={row.id === cursor.cursor}
                    onFocus={() => cursor.set(row.id)}
                  />
                ))}
              </ul>
            )
          }
        </Await>
        <More query={waiting.query} />
      </List>
      <List
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
            >
              <Trans>Mark all read</Trans>
            </Button>
          )
        }
      >
        <Await
          query={{ ...news.query, data: news.rows }}
          skeleton={<SkeletonRows rows={6} />}
          failed={<Trans>The news did not load.</Trans>}
        >
          {all =>
            all.length === 0 ? (
              <NoNews />
            ) : (
              <NewsList rows={all} cursor={cursor.cursor} onCursor={cursor.set} onOpen={opened} />
            )
          }
        </Await>
        <More query={news.query} />
      </List>
      {username && (
        <p className="text-12 text-ink-3">
          <Link
            to="/u/$username"
            params={{ username }}
            search={{ tab: 'notifications' }}
            className="underline underline-offset-2"
          >
            <Trans>Choose what reaches you, and where</Trans>
          </Link>
        </p>
      )}
    </div>
  )
}

interface ListProps {
  title: ReactNode
  note: ReactNode
  aside: ReactNode
  children: ReactNode
}

function List({ title, note, aside, children }: ListProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex min-h-(--control-sm) flex-wrap items-center gap-2">
        <h2 id={id} className="text-13">
          {title}
        </h2>
        {note !== false && <span className="text-12 text-ink-3">{note}</span>}
        <span className="ml-auto">{aside}</span>
      </div>
      <div className="rounded-3 border border-line bg-panel">{children}</div>
    </section>
  )
}

interface Paged {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage: () => unknown
}

function More({ query }: { query: Paged }) {
  if (!query.hasNextPage) return null
  return (
    <div className="border-t border-line-faint px-4 py-2.5">
      <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        <Trans>Show more</Trans>
      </Button>
    </div>
  )
}
