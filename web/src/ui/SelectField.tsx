import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useId } from 'react'
import { Field, type FieldProps, frame, noted } from '#/ui/Field'

interface Props extends Omit<ComponentProps<'select'>, 'className'>, FieldProps {}

/** One of a few. The platform's own list, which every device already knows how to use. */
export function SelectField({ label, hint, error, children, ...rest }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className={clsx(frame, 'relative h-(--control) !px-0')}>
        <select
          {...rest}
          {...noted(id, { hint, error })}
          className="h-full w-full appearance-none truncate bg-transparent pr-7 pl-2.5 outline-none [&>option]:bg-overlay [&>option]:text-ink"
        >
          {children}
        </select>
        <ChevronDown
          size={14}
          strokeWidth={1.9}
          className="pointer-events-none absolute right-2 text-ink-3"
          aria-hidden
        />
      </div>
    </Field>
  )
}
