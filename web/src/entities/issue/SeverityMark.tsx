import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { SEVERITY } from '#/entities/issue/messages'
import type { Severity } from '#/entities/issue/schema'

const COLOUR: Record<Severity, string> = {
  S1: 'text-sev-1',
  S2: 'text-sev-2',
  S3: 'text-sev-3',
  S4: 'text-sev-4',
}

/** How bad an issue is: one to four bars and a word. */
export function SeverityMark({ severity, word }: { severity: Severity; word?: ReactNode }) {
  const { t } = useLingui()
  const bars = 5 - Number(severity.slice(1))
  return (
    <span className="inline-flex items-center gap-1.5 align-middle text-12 whitespace-nowrap text-ink-2">
      <svg viewBox="0 0 14 14" className={`size-3.5 flex-none ${COLOUR[severity]}`} aria-hidden>
        {[1, 2, 3, 4].map(bar => (
          <rect
            key={bar}
            x={1 + (bar - 1) * 3.2}
            y={12 - bar * 2.5}
            width="2.2"
            height={bar * 2.5}
            rx=".5"
            fill="currentColor"
            opacity={bar <= bars ? 1 : 0.28}
          />
        ))}
      </svg>
      {word ?? t(SEVERITY[severity])}
    </span>
  )
}
