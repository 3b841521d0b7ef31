import { figure, percent } from '#/lib/number'

export interface RateBar {
  key: string
  label: string
  share: number
  low: number
  high: number
  /** The number of which this is the share. */
  of: number
  strong?: boolean
}

interface Props {
  label: string
  bars: RateBar[]
  /** The words after the figure: "of 9,870". */
  words: (of: string) => string
}

/** Shares beside one another, each with its interval. */
export function RateBars({ label, bars, words }: Props) {
  const most = Math.max(...bars.map(bar => bar.high), 0.001)
  const at = (share: number) => `${(share / most) * 100}%`
  return (
    <dl aria-label={label} className="grid gap-2.5 text-12">
      {bars.map(bar => (
        <div
          key={bar.key}
          className="grid grid-cols-[minmax(64px,18%)_minmax(0,1fr)_minmax(104px,auto)] items-center gap-3"
        >
          <dt className="truncate text-ink-2" title={bar.label}>
            {bar.label}
          </dt>
          <dd className="relative h-4" aria-hidden>
            <span
              className="absolute inset-y-0 left-0 rounded-[2px]"
              style={{
                width: at(bar.share),
                minWidth: bar.share > 0 ? 2 : 0,
                background: bar.strong ? 'var(--div-down)' : 'var(--viz-1)',
              }}
            />
            <span
              className="absolute top-1/2 h-2 -translate-y-1/2 border-x border-ink before:absolute before:inset-x-0 before:top-1/2 before:border-t before:border-ink"
              style={{ left: at(bar.low), width: at(bar.high - bar.low) }}
            />
          </dd>
          <dd className="text-right whitespace-nowrap text-ink-3">
            <b className="font-medium text-ink">{percent(bar.share * 100, 1)}</b> {words(figure(bar.of))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
