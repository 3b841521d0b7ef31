import type { ReactNode } from 'react'
import { figure } from '#/lib/number'

export interface RowBar {
  label: ReactNode
  key: string
  value: number
  colour?: string
  /** After the figure, quieter: "3 of yours". */
  note?: ReactNode
}

/** A few things and how many of each; every one is named and counted in words beside its bar. */
export function RowBars({ label, bars }: { label: string; bars: RowBar[] }) {
  const max = Math.max(...bars.map(bar => bar.value), 1)
  return (
    <dl aria-label={label} className="grid gap-2 text-12">
      {bars.map(bar => (
        <div key={bar.key} className="grid grid-cols-[minmax(72px,30%)_minmax(0,1fr)] items-center gap-3">
          <dt className="truncate text-ink-2">{bar.label}</dt>
          <dd className="flex min-w-0 items-center gap-2 whitespace-nowrap">
            <span
              className="h-2 rounded-[1.5px]"
              style={{
                width: `${(bar.value / max) * 72}%`,
                minWidth: bar.value > 0 ? 3 : 0,
                background: bar.colour ?? 'var(--viz-1)',
              }}
              aria-hidden
            />
            <b className="font-medium text-ink">{figure(bar.value)}</b>
            {bar.note && <span className="text-ink-3">{bar.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
