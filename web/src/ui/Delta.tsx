import { useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { figure } from '#/lib/number'

/** A change: steel for a gain, orange for a loss, always with its arrow. */
export function Delta({ change }: { change: number }) {
  const { t } = useLingui()
  if (change === 0)
    return (
      <span className="inline-flex items-center gap-[3px] text-ink-3">
        <Minus size={12} strokeWidth={2.1} aria-hidden />0
      </span>
    )
  const Icon = change > 0 ? ArrowUp : ArrowDown
  const size = figure(Math.abs(change))
  return (
    <span
      className={`inline-flex items-center gap-[3px] whitespace-nowrap ${change > 0 ? 'text-link' : 'text-warning'}`}
    >
      <Icon size={12} strokeWidth={2.1} aria-hidden />
      <span className="sr-only">{change > 0 ? t`up` : t`down`} </span>
      {size}
    </span>
  )
}
