import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { failureStatsQuery } from '#/features/dashboard/failure-api'
import type { FailureStats } from '#/features/dashboard/failure-model'
import { largest, OTHER } from '#/features/dashboard/largest'
import type { Period } from '#/features/dashboard/model'
import { PanelOutline } from '#/features/dashboard/PanelOutline'
import { dayOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { Legend } from '#/ui/plot/axes'
import { PlotPanel } from '#/ui/plot/PlotPanel'
import { Stacks } from '#/ui/plot/Stacks'

/** How swaps fail, by the day. */
export function FailureClasses({ days, build }: { days: Period; build: string | undefined }) {
  const query = useQuery(failureStatsQuery(days, build))
  return (
    <Await
      alone
      query={query}
      skeleton={<PanelOutline />}
      failed={<Trans>Couldn’t load the failures.</Trans>}
    >
      {stats =>
        stats.classes.length === 0 ? (
          <Panel flush title={<Trans>Failure classes</Trans>}>
            <EmptyState title={<Trans>No failed transaction in this period.</Trans>} />
          </Panel>
        ) : (
          <ByClass days={stats.days} classes={stats.classes} />
        )
      }
    </Await>
  )
}

/** Besides these, all others are one part. */
const MOST_CLASSES = 3

function ByClass({ days, classes }: Pick<FailureStats, 'days' | 'classes'>) {
  const { t } = useLingui()
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
