import { clsx } from 'clsx'

/** How many of a few steps are done. */
export function Meter({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      className="inline-flex gap-[3px]"
    >
      {Array.from({ length: max }, (_, step) => (
        <i
          key={step}
          className={clsx('h-1 w-[18px] rounded-full', step < value ? 'bg-gold' : 'bg-line-strong')}
        />
      ))}
    </span>
  )
}

/** Parts of a whole, at most five, always full width. Sizes are in words elsewhere. */
export function ShareBar({ parts }: { parts: number[] }) {
  return (
    <span className="flex h-2 gap-px overflow-hidden rounded-[2px]" aria-hidden>
      {parts.map(
        (part, order) =>
          part > 0 && (
            <i
              key={order}
              className="min-w-1"
              style={{ flex: part, background: `var(--viz-${order + 1})` }}
            />
          ),
      )}
    </span>
  )
}
