import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Season } from '#/entities/season/schema'
import { plotsQuery } from '#/features/leaderboard/api'
import type { Plots } from '#/features/leaderboard/model'
import { SHARES, sharesOf } from '#/features/leaderboard/shares'
import { figure } from '#/lib/number'
import { dayOf, weekOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Bars } from '#/ui/plot/Bars'
import { Legend } from '#/ui/plot/axes'
import { Lines } from '#/ui/plot/Lines'
import { PlotPanel } from '#/ui/plot/PlotPanel'
import { Stacks } from '#/ui/plot/Stacks'
import { Skeleton } from '#/ui/Skeleton'

/** Where the points are, how the reader's rank went, what the points were for. */
export function BoardPlots({ season, wanted }: { season: Season; wanted: number | undefined }) {
  const query = useQuery(plotsQuery(wanted))
  return (
    <Await alone query={query} skeleton={<PlotsSkeleton />} failed={<Trans>Couldn’t load the plots.</Trans>}>
      {plots => (
        <div className="grid grid-cols-1 gap-4 xl:grid-cols-3">
          <Distribution plots={plots} />
          <MyRank plots={plots} season={season} />
          <Weekly plots={plots} />
        </div>
      )}
    </Await>
  )
}

function Distribution({ plots: { histogram, mine } }: { plots: Plots }) {
  const { t } = useLingui()
  const own = mine === null ? -1 : histogram.findIndex(({ from, to }) => mine >= from && mine < to)
  const label = ({ from, to }: Plots['histogram'][number]) =>
    to - from > 1 ? `${figure(from)}–${figure(to - 1)}` : figure(from)
  return (
    <PlotPanel
      title={t`Distribution of points`}
      note={<Trans>testers, log scale</Trans>}
      twin={{
        head: [t`Points`, t`Testers`],
        rows: histogram.map(bin => [label(bin), bin.count]),
      }}
    >
      <Bars
        label={t`Number of testers by points`}
        step={t`Points`}
        say={count => t`${plural(count, { one: '# tester', other: '# testers' })}`}
        height={140}
        bars={histogram.map(bin => ({ label: label(bin), value: bin.count, colour: 'var(--viz-ghost)' }))}
        edges={[...histogram.map(({ from }) => figure(from)), figure(histogram.at(-1)?.to ?? 0)]}
        values={false}
        {...(own >= 0 && mine !== null ? { you: { bar: own, label: t`you, ${figure(mine)}` } } : {})}
      />
    </PlotPanel>
  )
}

/** The days of a rank that belong to the season; a season that has ended does not end today. */
export function ranksWithin(rankSeries: Plots['rankSeries'], { startsAt, endsAt }: Season) {
  const [first, last] = [startsAt.slice(0, 10), endsAt.slice(0, 10)]
  return rankSeries.filter(({ day }) => day.slice(0, 10) >= first && day.slice(0, 10) <= last)
}

function MyRank({ plots, season }: { plots: Plots; season: Season }) {
  const { t } = useLingui()
  const rankSeries = ranksWithin(plots.rankSeries, season)
  const isRunning = season.state === 'live'
  const ranks = rankSeries.map(({ rank }) => rank)
  const last = ranks.findLast(rank => rank !== null)
  if (last === undefined || last === null) return <NoRank />
  return (
    <PlotPanel
      title={t`My rank`}
      note={<Trans>up is better</Trans>}
      twin={{
        head: [t`Day`, t`Rank`],
        rows: rankSeries.map(({ day, rank }) => [dayOf(day), rank ?? '–']),
      }}
    >
      <Lines
        label={t`Your rank by day`}
        step={t`Day`}
        labels={rankSeries.map(({ day }, order) =>
          isRunning && order === rankSeries.length - 1 ? t`today` : dayOf(day),
        )}
        height={140}
        upsideDown
        series={[{ label: t`rank`, colour: 'var(--viz-you)', values: ranks, end: figure(last) }]}
      />
    </PlotPanel>
  )
}

function NoRank() {
  const { t } = useLingui()
  return (
    <PlotPanel title={t`My rank`} twin={{ head: [t`Day`, t`Rank`], rows: [] }}>
      <p className="flex h-[140px] items-center text-ink-2">{t`No rank in this season.`}</p>
    </PlotPanel>
  )
}

function Weekly({ plots: { byRuleWeekly } }: { plots: Plots }) {
  const { t } = useLingui()
  const weeks = byRuleWeekly.map(({ week, byRule }) => ({ week: weekOf(week), sums: sharesOf(byRule) }))
  const parts = SHARES.map(({ key, label, colour }) => ({ key, label: t(label), colour })).filter(({ key }) =>
    weeks.some(({ sums }) => sums[key] > 0),
  )
  return (
    <PlotPanel
      title={t`Points per week`}
      legend={<Legend of={parts.map(({ label, colour }) => ({ label, colour, mark: 'square' as const }))} />}
      twin={{
        head: [t`Week`, ...parts.map(({ label }) => label)],
        rows: weeks.map(({ week, sums }) => [week, ...parts.map(({ key }) => sums[key])]),
      }}
    >
      <Stacks
        label={t`Points per week, by reason`}
        step={t`Week`}
        labels={weeks.map(({ week }) => week)}
        parts={parts}
        rows={weeks.map(({ sums }) =>
          Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, Math.max(0, sum)])),
        )}
        height={140}
      />
    </PlotPanel>
  )
}

function PlotsSkeleton() {
  return (
    <Skeleton>
      <div className="grid grid-cols-1 gap-4 xl:grid-cols-3">
        {[1, 2, 3].map(panel => (
          <div key={panel} className="h-[192px] rounded-3 border border-line bg-panel" />
        ))}
      </div>
    </Skeleton>
  )
}
