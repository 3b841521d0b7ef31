import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#/ui/Button'
import { CopyButton } from '#/ui/CopyButton'
import { Dialog } from '#/ui/Dialog'

interface Props {
  title: ReactNode
  /** What it is, to those who cannot see it. */
  label: string
  value: string
  onClose: () => void
  children?: ReactNode
}

/** A secret, the only time it can be shown. A click beside it must not lose it. */
export function SecretDialog({ title, label, value, onClose, children }: Props) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{t`Done`}</Button>
          <CopyButton kind="primary" text={value} />
        </>
      }
    >
      <p>{t`Copy it now. It is not shown again.`}</p>
      <p
        aria-label={label}
        role="group"
        className="mono mt-3 rounded-2 border border-line bg-sunken px-3 py-2 break-all text-ink select-all"
      >
        {value}
      </p>
      {children && <div className="mt-2 text-12 text-ink-3">{children}</div>}
    </Dialog>
  )
}
