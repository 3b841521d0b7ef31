import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { programmeQuery } from '#/entities/programme/queries'
import type { TesterDashboard } from '#/features/dashboard/model'
import { figure } from '#/lib/number'
import { dayOf } from '#/lib/time'
import { Legend } from '#/ui/plot/furniture'
import { Lines } from '#/ui/plot/Lines'
import { PlotPanel } from '#/ui/plot/PlotPanel'
import { RowBars } from '#/ui/plot/RowBars'

/** How the whole programme is doing. */
export function ActivityChart({ pulse: { days, areas } }: { pulse: TesterDashboard['pulse'] }) {
  const { t } = useLingui()
  const names = new Map(useQuery(programmeQuery).data?.areas.map(({ key, name }) => [key, name]))
  const still = days.every(day => day.new + day.resolved === 0)
  if (still && areas.length === 0) return null
  const name = (area: string) => names.get(area) ?? area
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <PlotPanel
        title={t`Reports per day`}
        legend={
          <Legend
            of={[
              { label: t`new`, colour: 'var(--viz-1)' },
              { label: t`resolved`, colour: 'var(--viz-2)', mark: 'dash' },
            ]}
          />
        }
        twin={{
          head: [t`Day`, t`New`, t`Resolved`],
          rows: days.map(day => [dayOf(day.day), day.new, day.resolved]),
        }}
      >
        <Lines
          label={t`Reports per day: new and resolved`}
          step={t`Day`}
          labels={days.map(({ day }, order) => (order === days.length - 1 ? t`today` : dayOf(day)))}
          series={[
            { label: t`new`, colour: 'var(--viz-1)', values: days.map(day => day.new) },
            {
              label: t`resolved`,
              colour: 'var(--viz-2)',
              values: days.map(day => day.resolved),
              dashed: true,
            },
          ]}
          height={150}
        />
      </PlotPanel>
      {areas.length > 0 && (
        <PlotPanel
          title={t`Reports by area`}
          note={<Trans>reports this week</Trans>}
          twin={{
            head: [t`Area`, t`Reports`, t`Yours`],
            rows: areas.map(({ area, count, mine }) => [name(area), count, mine]),
          }}
        >
          <RowBars
            label={t`Reports this week, by area`}
            bars={areas.slice(0, 6).map(({ area, count, mine }) => ({
              key: area,
              label: name(area),
              value: count,
              note: mine > 0 ? <Trans>{figure(mine)} of yours</Trans> : undefined,
            }))}
          />
        </PlotPanel>
      )}
    </div>
  )
}
