import { type ReactNode, useState } from 'react'
import { Button, type ButtonLook } from '#/ui/Button'
import { ConfirmDialog } from '#/ui/ConfirmDialog'

interface Props extends Pick<ButtonLook, 'kind' | 'size'> {
  'aria-label'?: string
  /** The words of the button. */
  label: ReactNode
  /** The question, as the title of the dialog. */
  title: ReactNode
  /** What the button that acts says. */
  action: ReactNode
  /** Acts; `close` ends the question once it has worked. */
  onConfirm: (close: () => void) => void
  busy: boolean
  problem?: ReactNode
  /** The consequence. */
  children: ReactNode
}

/** A button for what cannot be undone: it asks first. */
export function ConfirmedButton({ label, kind, size, 'aria-label': name, onConfirm, ...question }: Props) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button kind={kind} size={size} aria-label={name} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && <ConfirmDialog {...question} onConfirm={() => onConfirm(close)} onClose={close} />}
    </>
  )
}
