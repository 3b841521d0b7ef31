import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'select'>, 'className' | 'aria-label'> {
  label: string
  /** Nothing is asked for here. */
  any?: boolean
}

/** A choice in the middle of a sentence. */
export function Slot({ label, any, children, ...rest }: Props) {
  return (
    <span
      className={clsx(
        'relative inline-flex h-[26px] max-w-full items-center rounded-2 border align-middle has-focus-visible:outline-(length:--ring) has-focus-visible:outline-focus max-md:h-10',
        any ? 'border-dashed border-line-strong text-ink-3' : 'border-line-control bg-panel text-ink',
        'has-[select:disabled]:border-line has-[select:disabled]:bg-transparent has-[select:disabled]:text-ink-2',
      )}
    >
      <select
        {...rest}
        aria-label={label}
        className="h-full max-w-full appearance-none truncate bg-transparent pr-6 pl-2 text-13 font-medium outline-none [&>option]:bg-overlay [&>option]:text-ink"
      >
        {children}
      </select>
      <ChevronDown
        size={12}
        strokeWidth={2.1}
        className="pointer-events-none absolute right-1.5 text-ink-3"
        aria-hidden
      />
    </span>
  )
}

interface AmountProps extends Omit<ComponentProps<'input'>, 'className' | 'aria-label' | 'size'> {
  label: string
}

/** A number in the middle of a sentence. */
export function AmountSlot({ label, ...rest }: AmountProps) {
  return (
    <input
      {...rest}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      className="h-[26px] w-20 rounded-2 border border-line-control bg-panel px-2 align-middle text-13 font-medium text-ink focus-visible:outline-(length:--ring) focus-visible:outline-focus disabled:border-line disabled:bg-transparent aria-invalid:border-danger max-md:h-10 max-md:text-16"
    />
  )
}
