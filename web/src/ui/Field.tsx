import type { ReactNode } from 'react'
import { CircleX } from '#/ui/icons'

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong with what was typed, in words. */
  error?: ReactNode
}

interface Props extends FieldProps {
  id: string
  children: ReactNode
}

/** A label above, a control, and a hint or complaint below it. */
export function Field({ id, label, hint, error, children }: Props) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-12 font-medium text-ink-2">
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-note`} className="flex items-center gap-[5px] text-12 text-danger">
          <CircleX size={12} strokeWidth={2.1} aria-hidden />
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-note`} className="text-12 text-ink-3">
            {hint}
          </p>
        )
      )}
    </div>
  )
}

/** What a control must say about its note and its state. */
export function noted(id: string, { hint, error }: Pick<FieldProps, 'hint' | 'error'>) {
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error || hint ? `${id}-note` : undefined,
  } as const
}

/** The frame of everything that takes text. An outline replaces the border while it has the focus. */
export const frame =
  'flex w-full min-w-0 items-center gap-2 rounded-2 border border-line-control bg-panel px-2.5 text-ink has-focus-visible:border-transparent has-focus-visible:outline-(length:--ring) has-focus-visible:-outline-offset-1 has-focus-visible:outline-focus has-aria-invalid:border-danger has-disabled:border-line has-disabled:bg-transparent has-disabled:text-ink-off'
