import { clsx } from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { Field, type FieldProps, frame, noted } from '#/ui/Field'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'className' | 'size'>, FieldProps {
  'data-autofocus'?: boolean | undefined
  size?: 'small' | 'medium' | 'large'
  /** An icon before what is typed. */
  before?: ReactNode
  /** A button or key chips after it. */
  after?: ReactNode
  mono?: boolean
}

const HEIGHT = { small: 'h-(--control-sm) text-12', medium: 'h-(--control)', large: 'h-(--control-lg)' }

export function TextField({
  label,
  hint,
  error,
  size = 'medium',
  before,
  after,
  mono,
  ...rest
}: TextFieldProps) {
  const id = useId()
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className={clsx(frame, HEIGHT[size])}>
        {before}
        <input
          {...rest}
          {...noted(id, { hint, error })}
          className={clsx(
            'min-w-0 flex-1 bg-transparent text-ellipsis outline-none max-md:text-16',
            mono && 'mono',
          )}
        />
        {after}
      </div>
    </Field>
  )
}
