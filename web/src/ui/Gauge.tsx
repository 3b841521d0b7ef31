import { clsx } from 'clsx'

interface Props {
  /** What is measured, for readers. */
  label: string
  value: number
  max: number
  /** A second part after the first: what is being asked for, on top of what is spent. */
  more?: number
}

const share = (value: number, max: number) => `${max > 0 ? Math.min(100, (value / max) * 100) : 0}%`

/** How much of a whole is used. The figures are in words beside it. */
export function Gauge({ label, value, max, more = 0 }: Props) {
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuenow={value + more}
      aria-valuemin={0}
      aria-valuemax={max}
      className="flex h-1 w-full overflow-hidden rounded-full bg-active"
    >
      <i className={clsx(more > 0 ? 'bg-line-control' : 'bg-ink-2')} style={{ width: share(value, max) }} />
      {more > 0 && <i className="bg-gold" style={{ width: share(more, max) }} />}
    </span>
  )
}
