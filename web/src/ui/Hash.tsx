import { useLingui } from '@lingui/react/macro'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { shortHash } from '#/lib/hash'

/** A hash or an address: short to read, whole to copy. */
export function Hash({ value }: { value: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy

  async function copy() {
    await navigator.clipboard.writeText(value)
    setCopied(true)
  }

  return (
    <span className="mono inline-flex items-center gap-[5px] whitespace-nowrap text-ink-2">
      <span title={value}>{shortHash(value)}</span>
      <button
        type="button"
        onClick={copy}
        onBlur={() => setCopied(false)}
        aria-label={copied ? t`Copied` : t`Copy`}
        className="rounded-1 p-0.5 text-ink-3 hover:text-ink max-md:p-3"
      >
        <Icon size={12} strokeWidth={2.1} aria-hidden />
      </button>
    </span>
  )
}
