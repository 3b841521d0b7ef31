import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Dialog } from '#/ui/Dialog'

interface Props {
  title: ReactNode
  /** What the button that acts says. */
  action: ReactNode
  onConfirm: () => void
  onClose: () => void
  busy: boolean
  /** Why it did not work, if it did not. */
  problem?: ReactNode
  /** What will happen. */
  children: ReactNode
}

/** Asks once more before something is taken away. The focus is on the way back. */
export function ConfirmDialog({ title, action, onConfirm, onClose, busy, problem, children }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button kind="ghost" data-autofocus onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="danger" busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
      <FormError>{problem}</FormError>
    </Dialog>
  )
}
