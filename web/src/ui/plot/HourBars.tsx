import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { type HourCount, hourBins } from '#/lib/hour-bins'
import { clockOf, dayOf } from '#/lib/time'
import { Bars } from '#/ui/plot/Bars'

interface Props {
  label: string
  counts: HourCount[]
  /** Releases, drawn as dashed lines where they fall into the picture. */
  releases: { at: string; version: string }[]
  height?: number
}

/** How often something happened, by the hour or by as many hours as fit, with the releases in between. */
export function HourBars({ label, counts, releases, height = 150 }: Props) {
  const { t } = useLingui()
  const [now] = useState(Date.now)
  const { hours, bars, place } = hourBins(counts, now)
  const name = (from: number) => {
    const at = new Date(from).toISOString()
    return hours < 24 ? `${dayOf(at)} ${clockOf(at)}` : dayOf(at)
  }
  return (
    <Bars
      label={label}
      step={t`Time`}
      say={count => t`${plural(count, { one: '# transaction', other: '# transactions' })}`}
      height={height}
      bars={bars.map(({ from, count }) => ({ label: name(from), value: count }))}
      lines={releases
        .map(({ at, version }) => ({ at: place(at), label: version, colour: 'var(--ink-3)' }))
        .filter(line => line.at >= 0 && line.at <= 1)}
    />
  )
}
