import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Standing } from '#/entities/points/schema'
import { aroundQuery, boardQuery, findQuery } from '#/features/leaderboard/api'
import { CheckpointLine } from '#/features/leaderboard/CheckpointLine'
import { type Board, keyOf, PAGE, partOf } from '#/features/leaderboard/model'
import { OwnBar } from '#/features/leaderboard/OwnBar'
import { type BoardRow, StandingsTable } from '#/features/leaderboard/StandingsTable'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { useInteractionWithin } from '#/lib/use-interaction-within'
import { useStableOrder } from '#/lib/use-stable-order'
import { Await } from '#/ui/Await'
import { Button, ButtonLink } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Keys } from '#/ui/Keys'
import { Segmented } from '#/ui/Segmented'
import { Bone, Skeleton } from '#/ui/Skeleton'

export type View = 'top' | 'around'

interface Props {
  season: number
  /** As the address names it; `undefined` is the season that runs. */
  wanted: number | undefined
  view: View
  page: number
  /** What is typed into the search field. */
  find: string
  onView: (view: View, page: number) => void
  /** Whose drawer is open. */
  open: Standing | null
  onOpen: (standing: Standing | null) => void
}

/** The standings of one season: the top, the places around the reader, or a person who was searched for. */
export function BoardPanel(props: Props) {
  const { wanted, view, page, find } = props
  const top = useQuery(boardQuery(wanted, view === 'around' ? 1 : page))
  const around = useQuery({ ...aroundQuery(wanted), enabled: view === 'around' })
  const found = useQuery(findQuery(wanted, find))
  const query = find ? found : view === 'around' ? around : top

  return (
    <section className="rounded-3 border border-line bg-panel" aria-busy={query.isFetching}>
      <Await
        level={2}
        query={top}
        skeleton={<BoardSkeleton />}
        failed={<Trans>Couldn’t load the standings.</Trans>}
      >
        {board =>
          find ? (
            <Await
              level={2}
              query={found}
              skeleton={<BoardSkeleton />}
              failed={<Trans>The search failed.</Trans>}
            >
              {({ rows }) => <Rows {...props} board={board} rows={rows} />}
            </Await>
          ) : view === 'around' ? (
            <Await
              level={2}
              query={around}
              skeleton={<BoardSkeleton />}
              failed={<Trans>Couldn’t load the places around you.</Trans>}
            >
              {({ rows }) => <Rows {...props} board={board} rows={joined(board.rows.slice(0, 10), rows)} />}
            </Await>
          ) : (
            <Rows {...props} board={board} rows={partOf(board.rows, page)} />
          )
        }
      </Await>
    </section>
  )
}

/** The first places, then the reader's neighbours; and how many are between. */
export function joined(first: Standing[], near: Standing[]): BoardRow[] {
  const last = first.at(-1)?.rank ?? 0
  const rest = near.filter(({ rank }) => rank > last)
  const gap = (rest[0]?.rank ?? last + 1) - last - 1
  return gap > 0 ? [...first, { between: gap }, ...rest] : [...first, ...rest]
}

const rowKey = (row: BoardRow) => ('between' in row ? `between ${row.between}` : keyOf(row))

function Rows({
  board,
  rows: told,
  season,
  view,
  page,
  find,
  onView,
  open,
  onOpen,
}: Props & { board: Board; rows: BoardRow[] }) {
  const { t } = useLingui()
  const [cursor, setCursor] = useState<number | null>(null)
  const { me } = board
  const { isHeld, handlers } = useInteractionWithin()
  const {
    rows: steady,
    isMoved,
    reorder,
  } = useStableOrder(told, rowKey, {
    isHeld,
    scope: `${season} ${view} ${page} ${find}`,
  })
  const rows = steady.map(({ row }) => row)
  const left = new Set(steady.filter(({ isOld }) => isOld).map(({ row }) => rowKey(row)))
  const seen = rows.some(row => 'rank' in row && row.isMe)

  function move(by: number) {
    const places = rows.map((row, order) => ('rank' in row ? order : -1)).filter(order => order >= 0)
    const now = cursor === null ? -1 : places.indexOf(cursor)
    const next = places[Math.min(places.length - 1, Math.max(0, now + by))] ?? null
    setCursor(next)
    const row = next === null ? undefined : rows[next]
    if (row && 'rank' in row) focusRank(row.rank)
  }

  const moving = { unlisted: true, repeats: true }
  usePageCommands([
    {
      id: 'my-row',
      label: t`My row`,
      keys: ['m'],
      run: () => {
        if (!me) return
        // At once: the next key opens it.
        if (seen) return focusRank(me.rank)
        onView('around', 1)
        // The row comes with the next answer.
        requestAnimationFrame(() => focusRank(me.rank))
      },
    },
    { id: 'top', label: t`Top of the board`, keys: ['t'], run: () => onView('top', 1) },
    { id: 'next', label: t`Next row`, keys: ['j'], ...moving, run: () => move(1) },
    { id: 'previous', label: t`Previous row`, keys: ['k'], ...moving, run: () => move(-1) },
  ])

  if (rows.length === 0)
    return find ? (
      <EmptyState level={2} title={<Trans>No tester with this name has points.</Trans>}>
        <Trans>Search matches the start of a name. Hidden testers cannot be found.</Trans>
      </EmptyState>
    ) : (
      <EmptyState
        level={2}
        title={<Trans>No points yet.</Trans>}
        actions={<ButtonLink to="/leaderboard/rules">{t`See the rules`}</ButtonLink>}
      >{t`Only results count: a confirmed report, a correct check, a helpful comment.`}</EmptyState>
    )

  return (
    <>
      <div
        {...handlers}
        role="group"
        aria-label={t`Standings`}
        tabIndex={-1}
        className={clsx(
          'relative rounded-t-3',
          view === 'top' && 'md:max-h-[max(26rem,calc(100dvh-24rem))] md:overflow-y-auto',
        )}
      >
        <StandingsTable
          rows={rows}
          pinned={me && !seen ? me : null}
          cursor={cursor}
          open={open && keyOf(open)}
          left={left}
          wide={open === null}
          onOpen={standing => onOpen(open && keyOf(open) === keyOf(standing) ? null : standing)}
        />
      </div>
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-2.5 text-12 text-ink-3">
        <Segmented
          label={t`Part of the board`}
          value={view}
          onChange={next => onView(next, 1)}
          options={[
            { value: 'top', label: <Trans>Top</Trans> },
            ...(me ? [{ value: 'around' as const, label: <Trans>Around me</Trans> }] : []),
          ]}
        />
        {view === 'top' && !find && board.total > PAGE && (
          <Pages page={page} total={board.total} onPage={next => onView('top', next)} />
        )}
        {/* Its place is kept, so that nothing moves when it comes. */}
        <span className={isMoved ? undefined : 'invisible'}>
          <Button
            kind="ghost"
            size="small"
            onClick={reorder}
            icon={<RotateCcw size={12} strokeWidth={2.1} aria-hidden />}
          >{t`Refresh order`}</Button>
        </span>
        <span className="hidden items-center gap-1.5 xl:mouse:inline-flex">
          {me && (
            <>
              <Keys of={['m']} /> <Trans>my row</Trans>
            </>
          )}
          <span className="ml-2" />
          <Keys of={['↵']} /> <Trans>breakdown</Trans>
        </span>
        <CheckpointLine season={season} checkpoint={board.checkpoint} asOf={board.asOf} />
      </footer>
      {me && <OwnBar me={me} onOpen={() => onOpen(me)} />}
    </>
  )
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const { t } = useLingui()
  const last = Math.ceil(total / PAGE)
  const from = (page - 1) * PAGE + 1
  const to = Math.min(total, page * PAGE)
  return (
    <nav aria-label={t`Pages`} className="inline-flex items-center gap-1">
      <Button
        kind="ghost"
        size="small"
        shape="icon"
        aria-label={t`Previous page`}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        icon={<ChevronLeft size={14} aria-hidden />}
      />
      <span className="text-ink-2">
        <Trans>
          {figure(from)}–{figure(to)} of {figure(total)}
        </Trans>
      </span>
      <Button
        kind="ghost"
        size="small"
        shape="icon"
        aria-label={t`Next page`}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
        icon={<ChevronRight size={14} aria-hidden />}
      />
    </nav>
  )
}

function focusRank(rank: number) {
  const row = document.querySelector<HTMLElement>(`tr[data-rank="${rank}"]`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}

function BoardSkeleton() {
  return (
    <Skeleton>
      <div className="h-[34px] border-b border-line" />
      {Array.from({ length: 10 }, (_, row) => (
        <div
          key={row}
          className="flex h-[38px] items-center gap-4 border-t border-line-faint px-4 first:border-t-0 max-md:h-12"
        >
          <Bone className="w-5" />
          <Bone className="!size-5 !rounded-[5px]" />
          <Bone className={['w-24', 'w-32', 'w-20', 'w-28'][row % 4] as string} />
          <span className="ml-auto" />
          <Bone className="w-12" />
          <Bone className="w-10" />
          <Bone className="w-60 max-md:hidden" />
        </div>
      ))}
    </Skeleton>
  )
}
