import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { programmeQuery } from '#/entities/programme/queries'
import { largest, OTHER } from '#/features/dashboard/largest'
import type { AdminDashboard } from '#/features/dashboard/model'
import { weekOf } from '#/lib/time'
import { Legend } from '#/ui/plot/axes'
import { PlotPanel } from '#/ui/plot/PlotPanel'
import { type Part, Stacks } from '#/ui/plot/Stacks'

/** What is measured by the week. */
export function StreamPlots({ dashboard }: { dashboard: AdminDashboard }) {
  return (
    <>
      <Outcomes weeks={dashboard.outcomes} />
      <Areas weeks={dashboard.areas} />
    </>
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
      title={t`Report outcomes`}
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

/** Besides these, all others are one part. */
const MOST_AREAS = 3

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
