import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Queued } from '#/features/settings/missions/api'
import { RefuseDialog } from '#/features/settings/missions/RefuseDialog'
import { ReviewCase, Why } from '#/features/settings/missions/ReviewCase'
import { type ReviewQueue, useReviewQueue } from '#/features/settings/missions/use-review'
import { bottomBar } from '#/lib/bottom-bar'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { shortSpanOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Keys } from '#/ui/Keys'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

/** Submissions that a person has to look at, decided by the keys of triage. */
export function ReviewScreen() {
  const queue = useReviewQueue()
  return (
    <Panel
      flush
      title={<Trans>Submissions to review</Trans>}
      note={queue.query.data && figure(queue.total)}
      actions={
        <Link to="/admin/settings/$tab" params={{ tab: 'missions' }}>
          <Trans>All missions</Trans>
        </Link>
      }
    >
      <Await
        query={queue.query}
        skeleton={<SkeletonRows rows={6} />}
        failed={<Trans>The queue did not load.</Trans>}
      >
        {() => (queue.current ? <InHand queue={queue} row={queue.current} /> : <NothingWaits />)}
      </Await>
    </Panel>
  )
}

function NothingWaits() {
  return (
    <EmptyState title={<Trans>Nothing waits for review.</Trans>}>
      <Trans>
        What testers hand in comes here by itself where a mission asks for a person, or a check cannot tell.
      </Trans>
    </EmptyState>
  )
}

function InHand({ queue, row }: { queue: ReviewQueue; row: Queued }) {
  const { t } = useLingui()
  // Begins anew with each submission.
  const [refusing, setRefusing] = useState<string | null>(null)
  const { id } = row.submission
  const moving = { unlisted: true, repeats: true }
  usePageCommands([
    { id: 'approve', label: t`Approve`, keys: ['1'], run: () => queue.decide(row, 'approve') },
    { id: 'refuse', label: t`Refuse`, keys: ['3'], run: () => setRefusing(id) },
    { id: 'next', label: t`Next submission`, keys: ['j'], ...moving, run: () => queue.step(1) },
    { id: 'previous', label: t`Previous submission`, keys: ['k'], ...moving, run: () => queue.step(-1) },
  ])
  return (
    <div className="grid grid-cols-[17rem_minmax(0,1fr)] border-t border-line-faint max-lg:grid-cols-1">
      <QueueList queue={queue} at={id} />
      <section aria-label={t`Submission`} className="flex min-w-0 flex-col">
        <ReviewCase key={id} row={row} refused={queue.refused} />
        <footer
          ref={bottomBar}
          onKeyDown={pressOnce}
          className="sticky bottom-0 grid grid-cols-2 gap-2 border-t border-line-strong bg-panel px-4 py-3"
        >
          <Act
            keys="1"
            title={<Trans>Approve</Trans>}
            note={
              <Plural
                value={Math.max(0, row.mission.points - row.submission.paid)}
                one="pays # point"
                other="pays # points"
              />
            }
            onPress={() => queue.decide(row, 'approve')}
          />
          <Act
            keys="3"
            title={<Trans>Refuse</Trans>}
            note={
              row.submission.triesLeft > 0 ? (
                <Plural
                  value={row.submission.triesLeft}
                  one="with a reason; # try is left"
                  other="with a reason; # tries are left"
                />
              ) : (
                <Trans>with a reason; no try is left</Trans>
              )
            }
            onPress={() => setRefusing(id)}
          />
        </footer>
      </section>
      {refusing === id && (
        <RefuseDialog
          row={row}
          onClose={() => setRefusing(null)}
          onRefuse={note => {
            setRefusing(null)
            queue.decide(row, 'reject', note)
          }}
        />
      )}
    </div>
  )
}

/** Enter and Space press what has the focus, once, however long they are held: the next one stands in its place. */
function pressOnce(event: KeyboardEvent) {
  if (event.key !== 'Enter' && event.key !== ' ') return
  event.stopPropagation()
  if (event.repeat) event.preventDefault()
}

interface ActProps {
  keys: string
  title: ReactNode
  note: ReactNode
  onPress: () => void
}

function Act({ keys, title, note, onPress }: ActProps) {
  return (
    <button
      type="button"
      aria-keyshortcuts={keys}
      onClick={onPress}
      className="grid min-h-[52px] min-w-0 gap-0.5 rounded-2 border border-line-strong bg-raised px-[11px] py-[9px] text-left hover:bg-active"
    >
      <span className="flex items-center gap-2 truncate font-semibold">
        <Keys of={[keys]} />
        {title}
      </span>
      <span className="truncate text-12 text-ink-3">{note}</span>
    </button>
  )
}

function QueueList({ queue, at }: { queue: ReviewQueue; at: string }) {
  const { t } = useLingui()
  const { query } = queue
  return (
    <div className="flex max-h-[calc(100dvh-14rem)] min-h-0 flex-col border-r border-line-faint max-lg:hidden">
      <ul aria-label={t`Waiting submissions`} className="min-h-0 flex-1 overflow-y-auto">
        {queue.rows.map(row => (
          <li
            key={row.submission.id}
            className="[contain-intrinsic-size:auto_52px] [content-visibility:auto]"
          >
            <QueueLine row={row} on={row.submission.id === at} onOpen={() => queue.open(row.submission.id)} />
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
    </div>
  )
}

function QueueLine({ row, on, onOpen }: { row: Queued; on: boolean; onOpen: () => void }) {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (on) ref.current?.scrollIntoView?.({ block: 'nearest' })
  }, [on])
  return (
    <button
      ref={ref}
      type="button"
      aria-current={on || undefined}
      onClick={onOpen}
      className={clsx(
        'grid w-full gap-px border-b border-line-faint px-4 py-[9px] text-left focus-visible:-outline-offset-2',
        on ? 'bg-active shadow-[inset_2px_0_0_var(--ink)]' : 'hover:bg-hover',
      )}
    >
      <span className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium">{row.mission.title}</span>
        <span className="flex-none text-12 text-ink-2">{shortSpanOf(row.waitingSeconds)}</span>
      </span>
      <span className="truncate text-12 text-ink-3">
        {row.person.username ? `@${row.person.username}` : '–'} · <Why why={row.why} />
      </span>
    </button>
  )
}
