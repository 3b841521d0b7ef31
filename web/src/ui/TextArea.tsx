import { type ComponentProps, useId } from 'react'
import { Field, type FieldProps, noted } from '#/ui/Field'

interface Props extends Omit<ComponentProps<'textarea'>, 'className'>, FieldProps {}

/** Several lines of prose. */
export function TextArea({ label, hint, error, rows = 4, ...rest }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea
        {...rest}
        {...noted(id, { hint, error })}
        rows={rows}
        className="block w-full rounded-2 border border-line-control bg-panel px-[11px] py-[9px] text-14 text-ink focus-visible:border-transparent focus-visible:outline-(length:--ring) focus-visible:-outline-offset-1 focus-visible:outline-focus disabled:border-line disabled:bg-transparent disabled:text-ink-off aria-invalid:border-danger max-md:text-16"
      />
    </Field>
  )
}
