import { Trans, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import type { Step } from '#/features/setup/step'

/** Where one is among the steps. */
export function Progress({ steps, at }: { steps: Step[]; at: number }) {
  const { t } = useLingui()
  const [number, count] = [at + 1, steps.length]
  return (
    <>
      <ol aria-label={t`Steps`} className="mb-5 flex flex-wrap gap-x-4 gap-y-1 text-12">
        {steps.map((step, order) => (
          <li
            key={step.id}
            aria-current={order === at ? 'step' : undefined}
            className={clsx(
              'flex items-center gap-1.5',
              order === at ? 'font-medium text-ink' : 'text-ink-3',
            )}
          >
            <span
              aria-hidden
              className={clsx(
                'inline-flex size-5 items-center justify-center rounded-full border',
                order === at ? 'border-line-control bg-raised' : 'border-line',
              )}
            >
              {order < at ? <Check size={12} strokeWidth={2.1} /> : order + 1}
            </span>
            {t(step.title)}
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        <Trans>
          Step {number} of {count}
        </Trans>
      </p>
    </>
  )
}
