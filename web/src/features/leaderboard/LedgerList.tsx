import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { Clock } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { AppealAction } from '#/entities/fairness/AppealAction'
import { IssueLink } from '#/entities/issue/IssueLink'
import type { Entry } from '#/entities/points/schema'
import { ledgerQuery } from '#/features/leaderboard/api'
import { shareOf } from '#/features/leaderboard/shares'
import { signed } from '#/lib/number'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Badge, Tag } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Bone, Skeleton } from '#/ui/Skeleton'

export type LedgerFilter = 'all' | 'bugs' | 'checks' | 'other' | 'reversed'

const PASSES: Record<LedgerFilter, (entry: Entry) => boolean> = {
  all: () => true,
  bugs: entry => shareOf(entry.rule) === 'bugs',
  checks: entry => shareOf(entry.rule) === 'checks',
  other: entry => !['bugs', 'checks'].includes(shareOf(entry.rule)),
  reversed: entry => entry.reversalOf !== null || entry.reversedBy !== null,
}

interface Props {
  season: number | undefined
  filter: LedgerFilter
  /** Whose, where it is not one's own. */
  user?: string
  /** An administrator may take an entry back. */
  onReverse?: (entry: Entry) => void
  /** Whose it is may ask about an entry. */
  own?: boolean
  /** Told all entries that have come so far. */
  onLoaded?: (entries: Entry[]) => void
}

/** Every entry with its sentence, newest first. Only those in sight are in the page. */
export function LedgerList({ season, filter, user, onReverse, own, onLoaded }: Props) {
  const query = useInfiniteQuery(ledgerQuery(season, user))
  const all = query.data?.pages.flatMap(page => page.entries)
  const tell = useEffectEvent(() => onLoaded?.(all ?? []))
  const loaded = all?.length ?? 0
  useEffect(() => {
    if (loaded > 0) tell()
  }, [loaded])

  // A filter of what is here would hide what has not come: the rest follows at once.
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  useEffect(() => {
    if (filter !== 'all' && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [filter, hasNextPage, isFetchingNextPage, fetchNextPage])

  return (
    <Await
      query={{ ...query, data: all }}
      skeleton={<LedgerSkeleton />}
      failed={<Trans>Couldn’t load the ledger.</Trans>}
    >
      {entries => (
        <Scrolled
          entries={entries.filter(PASSES[filter])}
          none={filter === 'all' ? <Trans>No entries yet.</Trans> : <Trans>No entries of this kind.</Trans>}
          more={hasNextPage}
          fetching={isFetchingNextPage}
          onMore={() => void fetchNextPage()}
          onReverse={onReverse}
          ownSeason={own ? season : undefined}
        />
      )}
    </Await>
  )
}

interface ScrolledProps {
  entries: Entry[]
  /** What is said if there are none. */
  none: ReactNode
  more: boolean
  fetching: boolean
  onMore: () => void
  onReverse: Props['onReverse']
  ownSeason: number | undefined
}

function Scrolled({ entries, none, more, fetching, onMore, onReverse, ownSeason }: ScrolledProps) {
  const { t } = useLingui()
  const parent = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- it changes under the compiler's hands, which leaves it alone
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => parent.current,
    estimateSize: () => 64,
    overscan: 8,
    getItemKey: order => entries[order]?.seq ?? order,
  })
  const items = rows.getVirtualItems()
  const end = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (more && !fetching && entries.length > 0 && end >= entries.length - 10) onMore()
  }, [more, fetching, end, entries.length, onMore])

  if (entries.length === 0 && !more)
    return (
      <EmptyState title={none}>
        <Trans>Points come from results only: a confirmed report, a correct check.</Trans>
      </EmptyState>
    )

  return (
    <div
      ref={parent}
      role="group"
      aria-label={t`Entries of the ledger`}
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto focus-visible:-outline-offset-2"
    >
      <ol className="relative" style={{ height: rows.getTotalSize() }}>
        {items.map(item => {
          const entry = entries[item.index]
          return (
            entry && (
              <li
                key={item.key}
                ref={rows.measureElement}
                data-index={item.index}
                aria-setsize={more ? -1 : entries.length}
                aria-posinset={item.index + 1}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${item.start}px)` }}
              >
                <EntryLines entry={entry} onReverse={onReverse} ownSeason={ownSeason} />
              </li>
            )
          )
        })}
      </ol>
      {more && (
        <div className="px-5 py-3">
          <Button size="small" busy={fetching} onClick={onMore}>{t`Older entries`}</Button>
        </div>
      )}
    </div>
  )
}

/** One entry: what, when, why, how much. One that was reversed is struck through, beside its counter-entry. */
export function EntryLines({
  entry,
  onReverse,
  ownSeason,
}: {
  entry: Entry
  onReverse?: Props['onReverse']
  /** Of an own entry, its season. */
  ownSeason?: number | undefined
}) {
  const reversed = entry.reversedBy !== null
  const paired = reversed || entry.reversalOf !== null
  return (
    <article
      className={clsx(
        'group grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-b border-line-faint px-5 pt-2.5 pb-[11px]',
        paired && 'shadow-[inset_2px_0_0_var(--line-control)]',
      )}
    >
      <p className="flex min-w-0 items-center gap-2 text-12 text-ink-3">
        <span className="mono w-10 flex-none">{entry.seq}</span>
        <Tag>{entry.kind === 'reversal' ? 'reversal' : entry.rule}</Tag>
        {entry.provisional && !reversed && (
          <Badge icon={<Clock size={12} strokeWidth={2.1} aria-hidden />}>
            <Trans>provisional</Trans>
          </Badge>
        )}
        {reversed && (
          <span className="sr-only">
            <Trans>reversed by entry {entry.reversedBy}</Trans>
          </span>
        )}
        {ownSeason !== undefined && !reversed && (
          <span className="-my-1">
            <AppealAction
              quiet
              subject={{ subjectType: 'points', subjectId: `${ownSeason}:${entry.seq}` }}
              decidedAt={entry.at}
            />
          </span>
        )}
      </p>
      <time dateTime={entry.at} className="text-right text-12 text-ink-3">
        {dayOf(entry.at)}
      </time>
      <p className={clsx('leading-[1.1875rem]', reversed ? 'text-ink-3 line-through' : 'text-ink-2')}>
        <Sentence text={entry.sentence} />
      </p>
      <Amount entry={entry} />
      {onReverse && !paired && (
        <span className="col-span-2">
          <Button size="small" kind="ghost" onClick={() => onReverse(entry)}>
            <Trans>Reverse…</Trans>
          </Button>
        </span>
      )}
    </article>
  )
}

export function Amount({ entry }: { entry: Entry }) {
  const look =
    entry.reversedBy !== null
      ? 'text-ink-3 line-through'
      : entry.amount < 0
        ? 'text-warning'
        : 'text-gold-text'
  return (
    <span className={clsx('min-w-11 text-right font-semibold', look)}>
      {entry.reversedBy === null ? signed(entry.amount) : <del>{signed(entry.amount)}</del>}
    </span>
  )
}

/** A sentence of the ledger, its issues as links. */
export function Sentence({ text }: { text: string }) {
  return text
    .split(/(#\d+)/)
    .map((part, order) =>
      /^#\d+$/.test(part) ? <IssueLink key={order} number={Number(part.slice(1))} /> : part,
    )
}

function LedgerSkeleton() {
  return (
    <Skeleton>
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className="grid gap-2.5 border-b border-line-faint px-5 py-3">
          <Bone className="w-28" />
          <Bone className={row % 2 ? 'w-11/12' : 'w-9/12'} />
        </div>
      ))}
    </Skeleton>
  )
}
