import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { programmeQuery } from '#/entities/programme/queries'
import type { AdminDashboard, Spans } from '#/features/dashboard/model'
import { figure, measure } from '#/lib/number'
import { weekOf } from '#/lib/time'
import { Legend } from '#/ui/plot/furniture'
import { Lines } from '#/ui/plot/Lines'
import { PlotPanel } from '#/ui/plot/PlotPanel'
import { type Part, Stacks } from '#/ui/plot/Stacks'
import { Segmented } from '#/ui/Segmented'

/** What is measured by the week. */
export function StreamPlots({ dashboard }: { dashboard: AdminDashboard }) {
  return (
    <>
      <Times weeks={dashboard.times} />
      <Outcomes weeks={dashboard.outcomes} />
      <Areas weeks={dashboard.areas} />
      <Issued weeks={dashboard.issued} />
    </>
  )
}

type Span = 'first' | 'decide' | 'fix'

function Times({ weeks }: { weeks: Spans[] }) {
  const { t } = useLingui()
  const [span, setSpan] = useState<Span>('first')
  const half = weeks.map(week => week[`${span}P50`])
  const most = weeks.map(week => week[`${span}P90`])
  const say = (hours: number | null) => (hours === null ? '–' : figure(hours, 1))
  return (
    <PlotPanel
      title={t`Response times`}
      note={<Trans>hours, per week</Trans>}
      legend={
        <Legend
          of={[
            { label: t`p50`, colour: 'var(--viz-1)' },
            { label: t`p90`, colour: 'var(--viz-2)', mark: 'dash' },
          ]}
        />
      }
      twin={{
        head: [
          t`Week`,
          t`Answer p50`,
          t`Answer p90`,
          t`Decision p50`,
          t`Decision p90`,
          t`Fix p50`,
          t`Fix p90`,
        ],
        rows: weeks.map(week => [
          weekOf(week.week),
          say(week.firstP50),
          say(week.firstP90),
          say(week.decideP50),
          say(week.decideP90),
          say(week.fixP50),
          say(week.fixP90),
        ]),
      }}
      footer={
        <Segmented
          label={t`Until`}
          value={span}
          onChange={setSpan}
          options={[
            { value: 'first', label: <Trans>first decision</Trans> },
            { value: 'decide', label: <Trans>decision</Trans> },
            { value: 'fix', label: <Trans>fix</Trans> },
          ]}
        />
      }
    >
      <Lines
        label={t`Hours until it was done, half of the reports and nine of ten`}
        step={t`Week`}
        labels={weeks.map(({ week }) => weekOf(week))}
        write={hours => measure(hours, 'hour', 1)}
        series={[
          { label: t`p50`, colour: 'var(--viz-1)', values: half },
          { label: t`p90`, colour: 'var(--viz-2)', values: most, dashed: true },
        ]}
      />
    </PlotPanel>
  )
}

interface WeeklyProps {
  title: string
  label: string
  weeks: string[]
  parts: Part[]
  rows: Record<string, number>[]
}

function Weekly({ title, label, weeks, parts, rows }: WeeklyProps) {
  const { t } = useLingui()
  return (
    <PlotPanel
      title={title}
      longLegend={parts.length > 5}
      legend={
        <Legend
          of={parts.map(part => ({ label: part.label, colour: part.colour, mark: 'square' as const }))}
        />
      }
      twin={{
        head: [t`Week`, ...parts.map(part => part.label)],
        rows: rows.map((row, order) => [weeks[order] ?? '', ...parts.map(({ key }) => row[key] ?? 0)]),
      }}
    >
      <Stacks label={label} step={t`Week`} labels={weeks} parts={parts} rows={rows} height={168} />
    </PlotPanel>
  )
}

function Outcomes({ weeks }: { weeks: AdminDashboard['outcomes'] }) {
  const { t } = useLingui()
  return (
    <Weekly
      title={t`What reports became`}
      label={t`Decided reports per week, by outcome`}
      weeks={weeks.map(({ week }) => weekOf(week))}
      parts={[
        { key: 'accepted', label: t`accepted`, colour: 'var(--viz-1)' },
        { key: 'duplicate', label: t`duplicate`, colour: 'var(--viz-2)' },
        { key: 'rejected', label: t`closed`, colour: 'var(--viz-3)' },
      ]}
      rows={weeks.map(({ accepted, duplicate, rejected }) => ({ accepted, duplicate, rejected }))}
    />
  )
}

const MOST_AREAS = 5

function Areas({ weeks }: { weeks: AdminDashboard['areas'] }) {
  const { t } = useLingui()
  const names = new Map(useQuery(programmeQuery).data?.areas.map(({ key, name }) => [key, name]))
  const { keys, rows } = largest(
    weeks.map(({ byArea }) => byArea),
    MOST_AREAS,
  )
  return (
    <Weekly
      title={t`Reports by area`}
      label={t`Reports per week, by area`}
      weeks={weeks.map(({ week }) => weekOf(week))}
      parts={keys.map((key, order) => ({
        key,
        label: key === OTHER ? t`other` : (names.get(key) ?? key),
        colour: `var(--viz-${order + 1})`,
      }))}
      rows={rows}
    />
  )
}

function Issued({ weeks }: { weeks: AdminDashboard['issued'] }) {
  const { t } = useLingui()
  const families = weeks.map(({ byRule }) => {
    const sums: Record<string, number> = {}
    for (const [rule, points] of Object.entries(byRule)) {
      const family = rule.split(/\./)[0] ?? rule
      sums[family] = (sums[family] ?? 0) + Math.max(0, points)
    }
    return sums
  })
  const { keys, rows } = largest(families, 4)
  return (
    <Weekly
      title={t`Points issued`}
      label={t`Points issued per week, by rule`}
      weeks={weeks.map(({ week }) => weekOf(week))}
      parts={keys.map((key, order) => ({
        key,
        label: key === OTHER ? t`other` : key,
        colour: `var(--viz-${order + 1})`,
      }))}
      rows={rows}
    />
  )
}

/** The key of all that is too small to be named. */
export const OTHER = 'other parts'

/** The largest parts of all weeks together, and one for the rest. */
export function largest(weeks: Record<string, number>[], most: number) {
  const sums = new Map<string, number>()
  for (const week of weeks)
    for (const [key, value] of Object.entries(week)) sums.set(key, (sums.get(key) ?? 0) + value)
  const order = [...sums].toSorted(([, one], [, other]) => other - one).map(([key]) => key)
  const kept = order.slice(0, most)
  const rest = order.slice(most)
  const rows = weeks.map(week => {
    const row: Record<string, number> = Object.fromEntries(kept.map(key => [key, week[key] ?? 0]))
    if (rest.length > 0) row[OTHER] = rest.reduce((sum, key) => sum + (week[key] ?? 0), 0)
    return row
  })
  return { keys: rest.length > 0 ? [...kept, OTHER] : kept, rows }
}
