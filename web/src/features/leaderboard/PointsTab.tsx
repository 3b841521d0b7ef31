import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { myStandingQuery } from '#/features/leaderboard/api'
import { type LedgerFilter, LedgerList } from '#/features/leaderboard/LedgerList'
import { figure } from '#/lib/number'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Panel } from '#/ui/Panel'
import { Lines } from '#/ui/plot/Lines'
import { PlotPanel } from '#/ui/plot/PlotPanel'
import { Segmented } from '#/ui/Segmented'

/** The own points over time, and every entry they are made of. */
export function PointsTab() {
  const { t } = useLingui()
  const [filter, setFilter] = useState<LedgerFilter>('all')
  const query = useQuery(myStandingQuery(undefined))
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <Await
        alone
        query={query}
        skeleton={<div className="h-64 rounded-3 border border-line bg-panel" />}
        failed={<Trans>Couldn’t load your points.</Trans>}
      >
        {({ series, standing }) => (
          <PlotPanel
            title={t`Points over time`}
            note={<Trans>30 days</Trans>}
            twin={{
              head: [t`Day`, t`Points`, t`Change`, t`Why`],
              rows: series.map(point => [dayOf(point.at), point.total, point.delta, point.sentence]),
            }}
            footer={
              standing && standing.provisional > 0 ? (
                <Trans>
                  {figure(standing.total)} in all, {figure(standing.provisional)} of them provisional
                </Trans>
              ) : undefined
            }
          >
            {series.length > 1 ? (
              <Lines
                label={t`Your points, 30 days`}
                step={t`Day`}
                labels={series.map((point, order) =>
                  order === series.length - 1 ? t`today` : dayOf(point.at),
                )}
                series={[
                  {
                    label: t`points`,
                    colour: 'var(--viz-you)',
                    values: series.map(({ total }) => total),
                    area: true,
                    end: figure(series.at(-1)?.total ?? 0),
                  },
                ]}
                notes={series.map(({ sentence }) => sentence)}
                height={220}
                stepped
              />
            ) : (
              <p className="py-6 text-ink-2">
                <Trans>No points yet. The chart starts with your first confirmed report or correct check.</Trans>
              </p>
            )}
          </PlotPanel>
        )}
      </Await>
      <Panel
        flush
        title={<Trans>Ledger</Trans>}
        actions={
          <Segmented
            label={t`Entries`}
            value={filter}
            onChange={setFilter}
            options={[
              { value: 'all', label: <Trans>All</Trans> },
              { value: 'bugs', label: <Trans>Bugs</Trans> },
              { value: 'checks', label: <Trans>Checks</Trans> },
              { value: 'reversed', label: <Trans>Reversed</Trans> },
            ]}
          />
        }
      >
        <div className="flex max-h-128 flex-col border-t border-line-faint">
          <LedgerList season={undefined} filter={filter} />
        </div>
      </Panel>
    </div>
  )
}
