import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FailureStats, rate } from '#/features/dashboard/failure-model'
import { largest, OTHER } from '#/features/dashboard/StreamPlots'
import { figure, percent, signed } from '#/lib/number'
import { dayOf } from '#/lib/time'
import { Bars } from '#/ui/plot/Bars'
import { Legend } from '#/ui/plot/furniture'
import { PlotPanel } from '#/ui/plot/PlotPanel'
import { Stacks } from '#/ui/plot/Stacks'

/** Failures by build and class, and how far swaps ended from their quotes. */
export function FailurePlots({ stats }: { stats: FailureStats }) {
  return (
    <>
      <ByBuild builds={stats.builds} />
      <ByClass days={stats.days} classes={stats.classes} />
      {stats.quoteError && <QuoteError of={stats.quoteError} />}
      {stats.headroom && <HeadroomUsed of={stats.headroom} />}
    </>
  )
}

function ByBuild({ builds }: { builds: FailureStats['builds'] }) {
  const { t } = useLingui()
  const rates = builds.map(build => ({ ...build, ...rate(build.failures, build.swaps) }))
  if (rates.length === 0) return null
  const most = Math.max(...rates.map(({ high }) => high), 1)
  const at = (value: number) => (value / most) * 74
  const average =
    (builds.reduce((sum, { failures }) => sum + failures, 0) /
      Math.max(
        1,
        builds.reduce((sum, { swaps }) => sum + swaps, 0),
      )) *
    100
  return (
    <PlotPanel
      title={t`Failures per 100 reported swaps, by build`}
      note={<Trans>95 % interval</Trans>}
      twin={{
        head: [t`Build`, t`Swaps`, t`Failures`, t`Per 100`],
        rows: rates.map(({ version, swaps, failures, value }) => [
          version,
          swaps,
          failures,
          figure(value, 1),
        ]),
      }}
    >
      <dl aria-label={t`Failures per 100 reported swaps, by build`} className="grid gap-3 py-1 text-12">
        {rates.slice(0, 8).map(({ version, swaps, value, low, high }) => (
          <div key={version} className="grid grid-cols-[64px_minmax(0,1fr)] items-center gap-3">
            <dt className="truncate text-ink-2">{version}</dt>
            <dd className="relative h-5">
              <span
                className="absolute top-1.5 h-2 rounded-[1.5px]"
                style={{
                  width: `${Math.max(at(value), 0.5)}%`,
                  // Surely worse than the rest, not by chance.
                  background: low > average && rates.length > 1 ? 'var(--div-down)' : 'var(--viz-1)',
                }}
                aria-hidden
              />
              <span
                className="absolute top-2.5 h-px bg-(--ink-2)"
                style={{ left: `${at(low)}%`, width: `${at(high - low)}%` }}
                aria-hidden
              />
              <span className="absolute whitespace-nowrap" style={{ left: `calc(${at(high)}% + 8px)` }}>
                <b className="font-medium text-ink">{figure(value, 1)}</b>{' '}
                <span className="text-ink-3">
                  <Trans>of {figure(swaps)}</Trans>
                </span>
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </PlotPanel>
  )
}

const MOST_CLASSES = 7

function ByClass({ days, classes }: Pick<FailureStats, 'days' | 'classes'>) {
  const { t } = useLingui()
  if (classes.length === 0) return null
  const { keys, rows } = largest(
    days.map((_, day) =>
      Object.fromEntries(classes.map(({ failureClass, perDay }) => [failureClass, perDay[day] ?? 0])),
    ),
    MOST_CLASSES,
  )
  const parts = keys.map((key, order) => ({
    key,
    label: key === OTHER ? t`other` : key,
    colour: `var(--viz-${order + 1})`,
  }))
  return (
    <PlotPanel
      title={t`Failure classes`}
      note={<Trans>per day</Trans>}
      longLegend
      legend={<Legend of={parts.map(({ label, colour }) => ({ label, colour, mark: 'square' as const }))} />}
      twin={{
        head: [t`Day`, ...parts.map(({ label }) => label)],
        rows: rows.map((row, day) => [dayOf(days[day] ?? ''), ...keys.map(key => row[key] ?? 0)]),
      }}
    >
      <Stacks
        label={t`Failures per day, by class`}
        step={t`Day`}
        labels={days.map(day => dayOf(day))}
        parts={parts}
        rows={rows}
        height={168}
      />
    </PlotPanel>
  )
}

/** Where a value lies among bars of one width, however wide their bins are; from 0 to 1. */
export function placeIn(bins: { from: number; to: number }[], value: number): number {
  const order = bins.findIndex(({ from, to }) => value >= from && value < to)
  const bin = bins[order]
  if (!bin) return value < (bins[0]?.from ?? 0) ? 0 : 1
  return (order + (value - bin.from) / Math.max(1, bin.to - bin.from)) / bins.length
}

/** The first and the last bin have no end worth a figure. */
const edgesOf = (bins: { from: number }[], write: (value: number) => string) => [
  ...bins.map(({ from }, order) => (order === 0 ? '' : write(from))),
  '',
]

function QuoteError({ of }: { of: NonNullable<FailureStats['quoteError']> }) {
  const { t } = useLingui()
  const range = ({ from, to }: { from: number; to: number }) => t`${signed(from)} to ${signed(to)} bps`
  const quantiles = [
    { name: t`p5`, value: of.p5 },
    { name: t`p50`, value: of.p50 },
    { name: t`p95`, value: of.p95 },
  ].flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))
  return (
    <PlotPanel
      title={t`Quote error`}
      note={<Trans>bps, executed against quoted</Trans>}
      twin={{ head: [t`Range`, t`Swaps`], rows: of.bins.map(bin => [range(bin), bin.count]) }}
      footer={
        <>
          <Trans>{figure(of.count)} swaps</Trans>
          {quantiles.map(({ name, value }) => ` · ${name} ${signed(value)}`).join('')}
        </>
      }
    >
      <Bars
        label={t`Quote error in hundredths of a percent`}
        step={t`Range`}
        say={count => t`${plural(count, { one: '# swap', other: '# swaps' })}`}
        height={168}
        bars={of.bins.map(bin => ({
          label: range(bin),
          value: bin.count,
          colour: bin.to <= (of.p5 ?? Number.NEGATIVE_INFINITY) ? 'var(--div-down)' : 'var(--viz-1)',
        }))}
        edges={edgesOf(of.bins, value => signed(value))}
        lines={quantiles.map(({ name, value }) => ({
          at: placeIn(of.bins, value),
          label: `${name} ${signed(value)}`,
          colour: 'var(--ink-3)',
        }))}
      />
    </PlotPanel>
  )
}

function HeadroomUsed({ of }: { of: NonNullable<FailureStats['headroom']> }) {
  const { t } = useLingui()
  const range = ({ from, to }: { from: number; to: number }) =>
    t`${percent(from / 100)} to ${percent(to / 100)}`
  return (
    <PlotPanel
      title={t`Tolerance used`}
      note={<Trans>share of the slippage limit</Trans>}
      twin={{ head: [t`Range`, t`Swaps`], rows: of.bins.map(bin => [range(bin), bin.count]) }}
      footer={
        <Trans>
          {figure(of.onTheFloor)} of {figure(of.count)} used 99 to 100 % of it
        </Trans>
      }
    >
      <Bars
        label={t`Share of the slippage limit that swaps used`}
        step={t`Range`}
        say={count => t`${plural(count, { one: '# swap', other: '# swaps' })}`}
        height={168}
        bars={of.bins.map(bin => ({
          label: range(bin),
          value: bin.count,
          colour: 'var(--viz-1)',
        }))}
        edges={[...of.bins.map(({ from }) => percent(from / 100)), percent((of.bins.at(-1)?.to ?? 0) / 100)]}
      />
    </PlotPanel>
  )
}
