import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { FailureStats } from '#/features/dashboard/failure-model'
import { figure, percent, signed } from '#/lib/number'
import { Bars } from '#/ui/plot/Bars'
import { PlotPanel } from '#/ui/plot/PlotPanel'

/** How far swaps ended from their quotes, and how much of the tolerance that took. */
export function QuotePlots({ stats }: { stats: FailureStats }) {
  return (
    <>
      {stats.quoteError && <QuoteError of={stats.quoteError} />}
      {stats.headroom && <HeadroomUsed of={stats.headroom} />}
    </>
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
