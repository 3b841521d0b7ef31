import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CallRates } from '#/features/dashboard/CallRates'
import { failureStatsQuery } from '#/features/dashboard/failure-api'
import type { AdminDashboard, Period } from '#/features/dashboard/model'
import { PanelOutline } from '#/features/dashboard/PanelOutline'
import { QuotePlots } from '#/features/dashboard/QuotePlots'
import { StreamPlots } from '#/features/dashboard/StreamPlots'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Legend } from '#/ui/plot/axes'
import { Lines } from '#/ui/plot/Lines'
import { PlotPanel } from '#/ui/plot/PlotPanel'

interface Props {
  dashboard: AdminDashboard
  days: Period
  build: string | undefined
}

/** The charts behind *More charts*. */
export function AllCharts({ dashboard, days, build }: Props) {
  const stats = useQuery(failureStatsQuery(days, build))
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Await
        alone
        query={stats}
        skeleton={<PanelOutline />}
        failed={<Trans>Couldn’t load the failures.</Trans>}
      >
        {data => <QuotePlots stats={data} />}
      </Await>
      <StreamPlots dashboard={dashboard} />
      <Testers days={dashboard.testers} />
      <CallRates />
    </div>
  )
}

function Testers({ days }: { days: AdminDashboard['testers'] }) {
  const { t } = useLingui()
  return (
    <PlotPanel
      title={t`Testers per day`}
      legend={
        <Legend
          of={[
            { label: t`active`, colour: 'var(--viz-1)' },
            { label: t`new`, colour: 'var(--viz-2)', mark: 'dash' },
          ]}
        />
      }
      twin={{
        head: [t`Day`, t`Active`, t`New`],
        rows: days.map(day => [dayOf(day.day), day.active, day.new]),
      }}
    >
      <Lines
        label={t`Testers per day: active and new`}
        step={t`Day`}
        labels={days.map(({ day }, order) => (order === days.length - 1 ? t`today` : dayOf(day)))}
        series={[
          { label: t`active`, colour: 'var(--viz-1)', values: days.map(day => day.active) },
          { label: t`new`, colour: 'var(--viz-2)', values: days.map(day => day.new), dashed: true },
        ]}
      />
    </PlotPanel>
  )
}
