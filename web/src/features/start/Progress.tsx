import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { STEP_LABEL, STEPS, type StepName } from '#/features/start/steps'

/** The steps, each with its address. */
export function Progress({ at }: { at: StepName }) {
  const { t } = useLingui()
  return (
    <nav aria-label={t`Steps of the setup`}>
      <ol className="flex flex-wrap gap-x-4 gap-y-1 text-12">
        {STEPS.map((step, order) => (
          <li key={step}>
            <Link
              to="/admin/setup/{-$step}"
              params={{ step }}
              aria-current={step === at ? 'step' : undefined}
              className={clsx(
                'flex items-center gap-1.5 max-md:min-h-(--touch)',
                step === at ? 'font-medium text-ink' : 'text-ink-3 hover:text-ink',
              )}
            >
              <span
                aria-hidden
                className={clsx(
                  'inline-flex size-5 items-center justify-center rounded-full border',
                  step === at ? 'border-line-control bg-raised' : 'border-line',
                )}
              >
                {order + 1}
              </span>
              {t(STEP_LABEL[step])}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
