import { useLingui } from '@lingui/react/macro'
import type { Unreported } from '#/entities/unreported/schema'
import { dayOf } from '#/lib/time'
import { Legend } from '#/ui/plot/axes'
import { PlotPanel } from '#/ui/plot/PlotPanel'
import { Stacks } from '#/ui/plot/Stacks'

/** Failures per day, and the reported ones among them. */
export function SeenAndReported({ days }: Pick<Unreported, 'days'>) {
  const { t } = useLingui()
  const parts = [
    { key: 'reported', label: t`reported`, colour: 'var(--viz-1)' },
    { key: 'rest', label: t`not reported`, colour: 'var(--viz-ghost)' },
  ]
  return (
    <PlotPanel
      title={t`Seen and reported`}
      legend={<Legend of={parts.map(({ label, colour }) => ({ label, colour, mark: 'square' as const }))} />}
      twin={{
        head: [t`Day`, t`Calls`, t`Failed`, t`Reported`],
        rows: days.map(({ day, calls, failed, reported }) => [dayOf(day), calls, failed, reported]),
      }}
    >
      <Stacks
        label={t`Failures per day: reported and not reported`}
        step={t`Day`}
        labels={days.map(({ day }) => dayOf(day))}
        parts={parts}
        rows={days.map(({ failed, reported }) => ({ reported, rest: Math.max(failed - reported, 0) }))}
      />
    </PlotPanel>
  )
}
