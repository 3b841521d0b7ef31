import type { ReactNode } from 'react'
import { CopyButton } from '#/ui/CopyButton'

/** A value to enter elsewhere, whole, with a button that copies it. */
export function CopyLine({ label, value }: { label: ReactNode; value: string }) {
  return (
    <div className="grid gap-1">
      <span className="text-12 font-medium text-ink-2">{label}</span>
      <span className="flex min-w-0 items-center gap-2 rounded-2 border border-line bg-sunken px-2.5 py-1.5">
        <span className="mono min-w-0 flex-1 break-all text-ink">{value}</span>
        <CopyButton text={value} />
      </span>
    </div>
  )
}
