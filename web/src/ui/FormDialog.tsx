import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useId } from 'react'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Dialog } from '#/ui/Dialog'

interface Props {
  title: ReactNode
  /** What the form is for, to those who cannot see it. */
  label?: string
  width?: 'narrow' | 'wide'
  /** The words of the button that sends it. */
  submit: ReactNode
  /** What it does cannot be undone. */
  danger?: boolean
  /** The keys that send it. */
  keys?: ReactNode
  /** It is being sent. */
  busy: boolean
  /** It is not complete yet. */
  disabled?: boolean
  /** Why it was refused. */
  problem: ReactNode
  /** Another button, left of the others. */
  before?: ReactNode
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  /** Keys of its own. */
  onKeyDown?: (event: KeyboardEvent<HTMLFormElement>) => void
  onClose: () => void
  children: ReactNode
}

/** Fields and one answer to send, also with Ctrl and Enter from a text of several lines. */
export function FormDialog({
  title,
  label,
  width = 'narrow',
  submit,
  danger = false,
  keys,
  busy,
  disabled = false,
  problem,
  before,
  onSubmit,
  onKeyDown,
  onClose,
  children,
}: Props) {
  const id = useId()
  return (
    <Dialog
      open
      width={width}
      onClose={onClose}
      title={title}
      footer={
        <>
          {before && <span className="mr-auto">{before}</span>}
          <Button kind="ghost" onClick={onClose} data-autofocus={danger || undefined}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            kind={danger ? 'danger' : 'primary'}
            type="submit"
            form={id}
            busy={busy}
            disabled={disabled}
            keys={keys}
          >
            {submit}
          </Button>
        </>
      }
    >
      <form
        id={id}
        aria-label={label}
        className="grid grid-cols-1 gap-3.5"
        onSubmit={event => {
          event.preventDefault()
          if (!busy && !disabled) onSubmit(event)
        }}
        onKeyDown={event => {
          onKeyDown?.(event)
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit()
        }}
      >
        {children}
        <FormError>{problem}</FormError>
      </form>
    </Dialog>
  )
}
