import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { MyStanding, SeriesPoint } from '#/entities/points/schema'
import { programmeQuery } from '#/entities/programme/queries'
import { figure, signed } from '#/lib/number'
import { dayOf } from '#/lib/time'
import { ButtonLink } from '#/ui/Button'
import { Panel } from '#/ui/Panel'
import { Lines } from '#/ui/plot/Lines'

/** Points, rank, and how far it is to the next one. */
export function StandingCard({ mine }: { mine: MyStanding | null }) {
  const { t } = useLingui()
  const season = useQuery(programmeQuery).data?.season
  const standing = mine?.standing
  return (
    <Panel
      flush
      title={season ? <Trans>You, season {season.number}</Trans> : <Trans>You</Trans>}
      actions={<Link to="/leaderboard" className="text-12">{t`Leaderboard`}</Link>}
    >
      {standing && mine ? (
        <Standing mine={mine} standing={standing} />
      ) : season === null ? (
        <Unranked title={<Trans>No season is running.</Trans>}>
          <Trans>Points earned outside a season are shown but not ranked.</Trans>
        </Unranked>
      ) : (
        <Unranked
          title={<Trans>No points yet.</Trans>}
          action={<ButtonLink to="/leaderboard/rules">{t`See the rules`}</ButtonLink>}
        >{t`The first confirmed report or correct check puts you on the board.`}</Unranked>
      )}
    </Panel>
  )
}

// As high with points as without them: the first ones move nothing below.
const ROW = 'flex min-h-[97px] flex-wrap border-t border-line-faint'

interface UnrankedProps {
  title: ReactNode
  action?: ReactNode
  children: ReactNode
}

function Unranked({ title, action, children }: UnrankedProps) {
  return (
    <div className={`${ROW} items-center gap-x-4 gap-y-2 px-4 py-3`}>
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-13 font-medium">{title}</h3>
        <p className="text-ink-3">{children}</p>
      </div>
      {action}
    </div>
  )
}

/** One row: points, rank, what is still open, and the course of the points. */
function Standing({ mine, standing }: { mine: MyStanding; standing: NonNullable<MyStanding['standing']> }) {
  const { t } = useLingui()
  return (
    <div className={`${ROW} items-stretch`}>
      <Figure
        gold
        value={figure(standing.total)}
        unit={<Trans>points</Trans>}
        note={
          standing.change7d !== 0 &&
          t`${signed(standing.change7d)} ${plural(Math.abs(standing.change7d), { one: 'point', other: 'points' })} this week`
        }
      />
      <Figure
        value={figure(standing.rank)}
        unit={<Trans>rank</Trans>}
        note={
          mine.held ? (
            <span className="text-warning">{t`Your account is being checked.`}</span>
          ) : (
            mine.nextRank &&
            t`${plural(mine.nextRank.points, { one: '# point', other: '# points' })} to rank ${figure(mine.nextRank.rank)}`
          )
        }
      />
      {standing.provisional > 0 && (
        <Figure value={figure(standing.provisional)} unit={<Trans>provisional</Trans>} note={null} />
      )}
      {mine.series.length > 1 && (
        <div className="min-w-0 flex-1 basis-72 border-line-faint px-4 pt-2 pb-1 max-md:border-t md:border-l">
          <Course series={mine.series} />
        </div>
      )}
    </div>
  )
}

interface FigureProps {
  value: string
  unit: ReactNode
  note: ReactNode
  gold?: boolean
}

function Figure({ value, unit, note, gold }: FigureProps) {
  return (
    <div className="grid min-h-[92px] content-center gap-0.5 border-line-faint px-4 py-3 not-first:border-l">
      <p
        className={`text-28 font-semibold tracking-(--track-display) whitespace-nowrap ${gold ? 'text-gold-text' : ''}`}
      >
        {value}
        <small className="ml-1.5 text-13 font-normal tracking-normal text-ink-3">{unit}</small>
      </p>
      <p className="text-12 text-ink-3 empty:hidden">{note}</p>
    </div>
  )
}

/** The own total in steps, as the ledger has it; the largest of them are named. */
function Course({ series }: { series: SeriesPoint[] }) {
  const { t } = useLingui()
  const last = series.at(-1)?.total ?? 0
  return (
    <Lines
      label={t`Your points, 30 days`}
      step={t`Day`}
      labels={series.map((point, order) => (order === series.length - 1 ? t`today` : dayOf(point.at)))}
      series={[
        {
          label: t`points`,
          colour: 'var(--viz-you)',
          values: series.map(({ total }) => total),
          area: true,
          end: figure(last),
        },
      ]}
      callouts={largestSteps(series)}
      notes={series.map(({ sentence }) => sentence)}
      height={84}
      stepped
      bare
    />
  )
}

/** The two largest gains that an issue brought, by its number. */
function largestSteps(series: SeriesPoint[]) {
  const most = series.at(-1)?.total ?? 0
  return series
    .map(({ delta, sentence }, at) => ({ at, delta, issue: /#\d+/.exec(sentence)?.[0] }))
    .filter(({ delta, issue, at }) => issue && delta > most / 8 && at > series.length / 4)
    .toSorted((one, other) => other.delta - one.delta)
    .slice(0, 2)
    .map(({ at, delta, issue }) => ({ at, label: `${issue} ${signed(delta)}` }))
}
