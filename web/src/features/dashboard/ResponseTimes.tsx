import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Spans } from '#/features/dashboard/model'
import { figure, measure } from '#/lib/number'
import { weekOf } from '#/lib/time'
import { Legend } from '#/ui/plot/axes'
import { Lines } from '#/ui/plot/Lines'
import { PlotPanel } from '#/ui/plot/PlotPanel'
import { Segmented } from '#/ui/Segmented'

type Span = 'first' | 'decide' | 'fix'

/** How long reports wait, by the week. */
export function ResponseTimes({ weeks }: { weeks: Spans[] }) {
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
        label={t`Hours to completion, median and 90th percentile`}
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
