import { Trans, useLingui } from '@lingui/react/macro'
import { bpsText, plotted, tokenText } from '#/entities/reward/amount'
import { CURVE_LABEL } from '#/entities/reward/messages'
import type { Curve, Preview, RewardToken } from '#/entities/reward/schema'
import { figure } from '#/lib/number'
import { Bars } from '#/ui/plot/Bars'
import { Legend } from '#/ui/plot/axes'
import { Lines } from '#/ui/plot/Lines'
import { PlotPanel } from '#/ui/plot/PlotPanel'

interface Props {
  preview: Preview
  token: RewardToken
  unit: string
  curve: Curve
}

/** What each twentieth of those paid gets, the poorest first, in hundredths of a percent. */
export const twentieths = (lorenz: number[]): number[] =>
  lorenz.slice(1).map((share, order) => share - (lorenz[order] ?? 0))

/** How the pool falls with the rank, and how evenly it is shared. */
export function PreviewPlots({ preview, token, unit, curve }: Props) {
  return (
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
      <ByRank rows={preview.rows} token={token} unit={unit} curve={curve} />
      <Spread lorenz={preview.lorenz} />
    </div>
  )
}

function ByRank({
  rows,
  token,
  unit,
  curve,
}: Pick<Props, 'token' | 'unit' | 'curve'> & Pick<Preview, 'rows'>) {
  const { t } = useLingui()
  const { symbol, decimals } = token
  const chosen = t(CURVE_LABEL[curve].name)
  const straight = t(CURVE_LABEL.proportional.name)
  const text = (amount: string | null) => (amount === null ? '–' : tokenText(amount, decimals, unit))
  const both = curve !== 'proportional' && rows.some(({ proportional }) => proportional !== null)
  if (rows.length < 2) return null
  return (
    <PlotPanel
      title={t`${symbol} by place`}
      note={<Trans>the first {figure(rows.length)}</Trans>}
      legend={
        <Legend
          of={[
            { label: chosen, colour: 'var(--viz-1)' },
            ...(both ? [{ label: straight, colour: 'var(--viz-ghost)', mark: 'dash' as const }] : []),
          ]}
        />
      }
      twin={{
        head: [t`Place`, chosen, ...(both ? [straight] : [])],
        rows: rows.map(row => [row.place, text(row.amount), ...(both ? [text(row.proportional)] : [])]),
      }}
    >
      <Lines
        label={t`Amount by rank`}
        step={t`Place`}
        labels={rows.map(({ place }) => figure(place))}
        height={160}
        series={[
          {
            label: chosen,
            colour: 'var(--viz-1)',
            values: rows.map(({ amount }) => plotted(amount, decimals)),
          },
          ...(both
            ? [
                {
                  label: straight,
                  colour: 'var(--viz-ghost)',
                  dashed: true,
                  values: rows.map(({ proportional }) =>
                    proportional === null ? null : plotted(proportional, decimals),
                  ),
                },
              ]
            : []),
        ]}
      />
    </PlotPanel>
  )
}

function Spread({ lorenz }: Pick<Preview, 'lorenz'>) {
  const { t } = useLingui()
  const shares = twentieths(lorenz)
  const edge = (order: number) => `${(order * 100) / shares.length} %`
  if (shares.length === 0) return null
  return (
    <PlotPanel
      title={t`Distribution`}
      note={<Trans>each bar a twentieth of those paid</Trans>}
      twin={{
        head: [t`People, lowest first`, t`Share of the sum`],
        rows: shares.map((share, order) => [`${edge(order)} – ${edge(order + 1)}`, bpsText(share)]),
      }}
      footer={<Trans>Shared evenly, every bar would be {bpsText(Math.round(10_000 / shares.length))}.</Trans>}
    >
      <Bars
        label={t`Amount for each twentieth of those paid, lowest first`}
        step={t`People, lowest first`}
        say={share => `${figure(share, 2)} %`}
        height={160}
        bars={shares.map((share, order) => ({
          label: `${edge(order)} – ${edge(order + 1)}`,
          value: share / 100,
        }))}
        edges={[...shares.map((_, order) => edge(order)), '100 %']}
      />
    </PlotPanel>
  )
}
