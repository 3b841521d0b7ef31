import { useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { Check, Loader, Minus, X } from 'lucide-react'
import { STEP } from '#/entities/evidence/messages'
import type { Evidence, Step } from '#/entities/evidence/schema'

const LOOK: Record<Step['state'], string> = {
  done: '[&>svg]:text-success',
  running: 'text-ink [&>svg]:animate-spin motion-reduce:[&>svg]:animate-none',
  failed: 'text-warning',
  skipped: '',
  waiting: '',
}
const ICON = { done: Check, running: Loader, failed: X, skipped: Minus, waiting: null }

/** How far a look-up is: each step ticks as it finishes. */
export function LookUpSteps({ evidence: { steps, network } }: { evidence: Evidence }) {
  const { t } = useLingui()
  if (steps.length === 0) return null
  const word = ({ key, state }: Step) => {
    if (key === 'network' && state === 'done' && network) return t`found on ${network.name}`
    if (key === 'trace' && state === 'skipped') return t`no trace`
    return t(STEP[key])
  }
  return (
    <ul aria-label={t`Steps of the look-up`} className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-ink-3">
      {steps.map(step => {
        const Icon = ICON[step.state]
        return (
          <li key={step.key} className={clsx('inline-flex items-center gap-[5px]', LOOK[step.state])}>
            {Icon && <Icon size={12} strokeWidth={2.1} aria-hidden />}
            {word(step)}
            {step.state === 'failed' && <span className="sr-only">{t`failed`}</span>}
          </li>
        )
      })}
    </ul>
  )
}
