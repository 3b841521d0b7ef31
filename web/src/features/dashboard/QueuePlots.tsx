import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { programmeQuery } from '#/entities/programme/queries'
import type { AdminDashboard } from '#/features/dashboard/model'
import { figure, measure, measureRange } from '#/lib/number'
import { dayOf } from '#/lib/time'
import { Bars } from '#/ui/plot/Bars'
import { Legend } from '#/ui/plot/axes'
import { Lines } from '#/ui/plot/Lines'
import { PlotPanel } from '#/ui/plot/PlotPanel'

/** Reports that came and were resolved, by the day. */
export function InOut({ days }: { days: AdminDashboard['inOut'] }) {
  const { t } = useLingui()
  return (
    <PlotPanel
      title={t`New and resolved per day`}
      legend={
        <Legend
          of={[
            { label: t`new`, colour: 'var(--viz-1)' },
            { label: t`resolved`, colour: 'var(--viz-2)', mark: 'dash' },
          ]}
        />
      }
      twin={{
        head: [t`Day`, t`New`, t`Resolved`, t`Open`],
        rows: days.map(day => [dayOf(day.day), day.new, day.resolved, day.open]),
      }}
      footer={<Trans>{figure(days.at(-1)?.open ?? 0)} open today</Trans>}
    >
      <Lines
        label={t`Reports per day: new and resolved`}
        step={t`Day`}
        labels={days.map(({ day }, order) => (order === days.length - 1 ? t`today` : dayOf(day)))}
        series={[
          { label: t`new`, colour: 'var(--viz-1)', values: days.map(day => day.new) },
          { label: t`resolved`, colour: 'var(--viz-2)', values: days.map(day => day.resolved), dashed: true },
        ]}
        notes={days.map(({ open }) => t`${figure(open)} open`)}
      />
    </PlotPanel>
  )
}

/** How long the reports in the queue have waited. */
export function QueueAge({ ages }: { ages: AdminDashboard['queueAge'] }) {
  const { t } = useLingui()
  const promise = useQuery(programmeQuery).data?.promise.firstResponseH
  const end = ages.at(-1)?.toHours ?? ages.at(-1)?.fromHours ?? 0
  const label = ({ fromHours, toHours }: AdminDashboard['queueAge'][number]) =>
    toHours === null ? t`${measure(fromHours, 'hour')} and more` : measureRange(fromHours, toHours, 'hour')
  // An open end has no place on a scale: the line stands where its hours begin among the bars.
  const bar =
    promise === undefined ? -1 : ages.findIndex(age => age.toHours !== null && promise <= age.toHours)
  const at = ages[bar]
  const share =
    at && promise !== undefined
      ? (bar + (promise - at.fromHours) / Math.max(1, (at.toHours ?? promise) - at.fromHours)) / ages.length
      : null
  return (
    <PlotPanel
      title={t`Age of the queue`}
      note={<Trans>hours since submitted</Trans>}
      twin={{ head: [t`Age`, t`Reports`], rows: ages.map(age => [label(age), age.count]) }}
      footer={<Trans>{figure(ages.reduce((sum, age) => sum + age.count, 0))} waiting</Trans>}
    >
      <Bars
        label={t`How long reports have waited`}
        step={t`Age`}
        say={count => t`${plural(count, { one: '# report', other: '# reports' })}`}
        height={168}
        bars={ages.map(age => ({
          label: label(age),
          value: age.count,
          colour: promise !== undefined && age.fromHours >= promise ? 'var(--div-down)' : 'var(--viz-1)',
        }))}
        edges={[
          ...ages.map(({ fromHours }) => figure(fromHours)),
          ages.at(-1)?.toHours === null ? '' : measure(end, 'hour'),
        ]}
        {...(share !== null ? { line: { at: share, label: t`target`, colour: 'var(--danger)' } } : {})}
      />
    </PlotPanel>
  )
}
