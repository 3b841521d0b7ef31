import { useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/** Something to be entered elsewhere, whole, with a way to take it along. */
export function CopyLine({ label, value }: { label: ReactNode; value: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy
  async function copy() {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }
  return (
    <div className="grid gap-1">
      <span className="text-12 font-medium text-ink-2">{label}</span>
      <span className="flex min-w-0 items-center gap-2 rounded-2 border border-line bg-sunken px-2.5 py-1.5">
        <span className="mono min-w-0 flex-1 break-all text-ink">{value}</span>
        <button
          type="button"
          onClick={() => void copy()}
          onBlur={() => setCopied(false)}
          aria-label={copied ? t`Copied` : t`Copy`}
          className="flex-none rounded-1 p-1 text-ink-3 hover:text-ink max-md:p-3"
        >
          <Icon size={14} strokeWidth={1.9} aria-hidden />
        </button>
      </span>
    </div>
  )
}
