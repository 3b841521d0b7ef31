import { Trans, useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#/ui/Button'
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
export function ShownOnce({ title, label, value, onClose, children }: Props) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy
  async function copy() {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <Dialog
      open
      title={title}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
          <Button
            kind="primary"
            data-autofocus
            onClick={() => void copy()}
            icon={<Icon size={14} strokeWidth={1.9} aria-hidden />}
          >
            {copied ? t`Copied` : t`Copy`}
          </Button>
        </>
      }
    >
      <p>
        <Trans>Copy it now. It is not shown again.</Trans>
      </p>
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
