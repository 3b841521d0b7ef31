import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import type { KeyboardEvent, ReactNode } from 'react'
import { PersonName } from '#/entities/person/PersonName'
import type { Standing } from '#/entities/points/schema'
import { keyOf } from '#/features/leaderboard/model'
import { SHARES, sharesOf, widthsOf } from '#/features/leaderboard/shares'
import { figure, percent } from '#/lib/number'
import { useChanged } from '#/lib/use-changed'
import { Badge } from '#/ui/Badge'
import { Delta } from '#/ui/Delta'
import { ShareBar } from '#/ui/Meter'
import { Legend } from '#/ui/plot/axes'

/** Rows, or a sentence between them: how many are left out. */
export type BoardRow = Standing | { between: number }

interface Props {
  rows: BoardRow[]
  /** The reader's own, kept in sight at the bottom while it is not among the rows. */
  pinned: Standing | null
  cursor: number | null
  /** Whose drawer is open. */
  open: string | null
  /** Those who are no longer on this part of the board, and stay until its order is taken up. */
  left: ReadonlySet<string>
  /** There is room for all columns. */
  wide: boolean
  onOpen: (standing: Standing) => void
}

const HEAD =
  'sticky top-0 z-(--z-sticky) h-[34px] border-b border-line bg-panel px-3 text-12 font-medium whitespace-nowrap text-ink-3 first:rounded-tl-3 last:rounded-tr-3'
const CELL = 'h-[38px] px-3 whitespace-nowrap max-md:h-12 max-md:px-2'

/** The board. Columns leave from the right when a drawer needs the room. */
export function StandingsTable({ rows, pinned, cursor, open, left, wide, onOpen }: Props) {
  const { t } = useLingui()
  const stop = cursor ?? rows.findIndex(row => 'rank' in row)
  // In a closed season nothing moves any more.
  const week = rows.some(row => !('between' in row) && (row.change7d ?? 0) !== 0)
  return (
    <table className="w-full border-separate border-spacing-0">
      <caption className="sr-only">{t`Standings`}</caption>
      <thead>
        <tr>
          <th scope="col" className={clsx(HEAD, 'w-13 pl-4 text-right')}>
            <span aria-hidden>#</span>
            <span className="sr-only">{t`Rank`}</span>
          </th>
          <th scope="col" className={clsx(HEAD, 'text-left')}>{t`Tester`}</th>
          <th scope="col" className={clsx(HEAD, 'text-right')}>{t`Points`}</th>
          {week && <th scope="col" className={clsx(HEAD, 'text-right max-md:pr-4')}>{t`7 d`}</th>}
          <th scope="col" className={clsx(HEAD, 'text-right max-md:hidden')}>{t`Accuracy`}</th>
          <th scope="col" className={clsx(HEAD, 'text-left max-md:hidden', !wide && 'max-xl:hidden')}>
            <Legend
              of={SHARES.map(({ label, colour }) => ({ label: t(label), colour, mark: 'square' as const }))}
            />
          </th>
          {wide && <th scope="col" className={clsx(HEAD, 'pr-4 text-right max-lg:hidden')}>{t`Major+`}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, order) =>
          'between' in row ? (
            <tr key={`between ${order}`}>
              <td colSpan={7} className="h-7 border-t border-line-faint bg-canvas px-4 text-12 text-ink-3">
                <Trans>{figure(row.between)} more between</Trans>
              </td>
            </tr>
          ) : (
            <Place
              key={keyOf(row)}
              standing={row}
              week={week}
              wide={wide}
              cursor={cursor === order}
              isStop={order === stop}
              open={open === keyOf(row)}
              left={left.has(keyOf(row))}
              onOpen={onOpen}
            />
          ),
        )}
      </tbody>
      {pinned && (
        <tfoot className="sticky bottom-0 z-(--z-sticky) max-md:hidden">
          <Place
            standing={pinned}
            week={week}
            wide={wide}
            cursor={false}
            isStop
            open={open === keyOf(pinned)}
            left={false}
            onOpen={onOpen}
          />
        </tfoot>
      )}
    </table>
  )
}

interface PlaceProps {
  standing: Standing
  /** Whether the change within a week is shown. */
  week: boolean
  wide: boolean
  cursor: boolean
  /** Tab stops here; from here arrows, `j` and `k` lead to the other rows. */
  isStop: boolean
  open: boolean
  left: boolean
  onOpen: (standing: Standing) => void
}

function Place({ standing, week, wide, cursor, isStop, open, left, onOpen }: PlaceProps) {
  const { t } = useLingui()
  const own = standing.isMe
  const isNews = useChanged(standing.total) && own
  function onKeyDown(event: KeyboardEvent) {
    const row = event.currentTarget as HTMLElement
    if (event.key === 'Enter') onOpen(standing)
    else if (event.key === 'ArrowDown') neighbour(row, 'nextElementSibling')?.focus()
    else if (event.key === 'ArrowUp') neighbour(row, 'previousElementSibling')?.focus()
    else return
    event.preventDefault()
  }
  const name = standing.person.hidden ? t`Hidden tester` : (standing.person.username ?? t`Guest`)
  return (
    <tr
      tabIndex={isStop ? 0 : -1}
      data-rank={standing.rank}
      data-changed={isNews || undefined}
      aria-current={cursor || undefined}
      aria-label={t`Rank ${standing.rank}, ${name}, ${plural(standing.total, { one: '# point', other: '# points' })}`}
      onClick={() => onOpen(standing)}
      onKeyDown={onKeyDown}
      className={clsx(
        'cursor-pointer focus-visible:-outline-offset-2',
        own
          ? // In sight at the edge where it would leave.
            'bg-gold-wash md:sticky md:top-[34px] md:bottom-0 md:z-(--z-sticky) [&>td]:border-y [&>td]:border-gold-line [&>td:first-child]:shadow-[inset_2px_0_0_var(--gold)]'
          : 'hover:bg-hover [&>td]:border-t [&>td]:border-line-faint first:[&>td]:border-t-0',
        (cursor || open) && !own && 'bg-active',
        cursor && !own && '[&>td:first-child]:shadow-[inset_2px_0_0_var(--ink-2)]',
        left && 'opacity-50',
        isNews && 'outline-2 -outline-offset-2 outline-gold',
      )}
    >
      <td className={clsx(CELL, 'pl-4 text-right', own ? 'font-medium text-gold-text' : 'text-ink-3')}>
        {figure(standing.rank)}
      </td>
      <td className={clsx(CELL, 'max-w-0 min-w-36')}>
        <span className="flex min-w-0 items-center gap-2">
          {/* The drawer leads to the profile. Beside a drawer there is no room for the level after one's own name. */}
          <PersonName unlinked person={standing.person} level={!standing.person.hidden && (wide || !own)} />
          {own && <Badge tone="gold">{t`you`}</Badge>}
        </span>
      </td>
      <td className={clsx(CELL, 'text-right text-14 font-semibold', own && 'text-gold-text')}>
        {figure(standing.total)}
      </td>
      {week && (
        <td className={clsx(CELL, 'text-right text-12 max-md:pr-4')}>
          {/* A box of its own: as a word it would stand a little above the figures beside it. */}
          <span className="flex justify-end">
            <Delta change={standing.change7d} />
          </span>
        </td>
      )}
      <td className={clsx(CELL, 'text-right text-ink-2 max-md:hidden')}>
        {standing.accuracyPct === null ? '–' : percent(standing.accuracyPct)}
      </td>
      <td className={clsx(CELL, 'max-md:hidden', !wide && 'max-xl:hidden')}>
        <span className="flex items-center gap-3">
          <span className={clsx('flex-none', wide ? 'w-60' : 'w-42')}>
            <ShareBar parts={widthsOf(standing.byRule)} />
          </span>
          <SharesInWords standing={standing} />
          {own && standing.provisional > 0 && wide && (
            <span className="text-12 text-ink-3 max-xl:hidden">
              <Trans>{figure(standing.provisional)} provisional</Trans>
            </span>
          )}
        </span>
      </td>
      {wide && (
        <td className={clsx(CELL, 'pr-4 text-right text-ink-2 max-lg:hidden')}>{standing.highCount}</td>
      )}
    </tr>
  )
}

/** The next place in one direction, past a sentence between the rows. */
function neighbour(row: Element, way: 'nextElementSibling' | 'previousElementSibling'): HTMLElement | null {
  const next = row[way]
  return next === null || next.matches('[data-rank]') ? (next as HTMLElement | null) : neighbour(next, way)
}

function SharesInWords({ standing }: { standing: Standing }): ReactNode {
  const { t } = useLingui()
  const sums = sharesOf(standing.byRule)
  return (
    <span className="sr-only">
      {SHARES.filter(({ key }) => sums[key] !== 0)
        .map(({ key, label }) => `${t(label)} ${figure(sums[key])}`)
        .join(', ')}
    </span>
  )
}
