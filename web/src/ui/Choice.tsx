import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

interface Props extends Omit<ComponentProps<'input'>, 'className' | 'type'> {
  label: ReactNode
}

const label =
  'inline-flex items-center gap-2 text-ink-2 has-checked:text-ink has-disabled:text-ink-off max-md:min-h-(--touch)'
const box = 'peer size-4 flex-none appearance-none border border-line-control bg-panel disabled:border-line'

export function Checkbox({ label: words, ...rest }: Props) {
  return (
    <label className={label}>
      <span className="relative grid">
        <input
          {...rest}
          type="checkbox"
          className={clsx(box, 'rounded-1 checked:border-inverse checked:bg-inverse')}
        />
        <Check
          size={11}
          strokeWidth={3}
          className="pointer-events-none absolute inset-0 m-auto hidden text-ink-inverse peer-checked:block"
          aria-hidden
        />
      </span>
      {words}
    </label>
  )
}

export function Radio({ label: words, ...rest }: Props) {
  return (
    <label className={label}>
      <input
        {...rest}
        type="radio"
        className={clsx(box, 'rounded-full checked:border-[5px] checked:border-inverse')}
      />
      {words}
    </label>
  )
}

/** On or off, at once. What takes effect only with a button is a checkbox. */
export function Switch({ label: words, ...rest }: Props) {
  return (
    <label className={label}>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        className="relative h-[18px] w-[30px] flex-none appearance-none rounded-full border border-line-control bg-active transition-colors duration-(--time-quick) before:absolute before:top-0.5 before:left-0.5 before:size-3 before:rounded-full before:bg-ink-2 before:transition-transform before:duration-(--time-quick) checked:border-inverse checked:bg-inverse checked:before:translate-x-3 checked:before:bg-ink-inverse disabled:border-line disabled:before:bg-ink-off"
      />
      {words}
    </label>
  )
}
