import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { ArrowRight, Check } from 'lucide-react'
import { usePageCommands } from '#/lib/page-commands'
import { Button } from '#/ui/Button'
import { Keys } from '#/ui/Keys'

export const STEPS = ['season', 'amounts', 'people', 'wallets', 'bundle'] as const
export type Step = (typeof STEPS)[number]

const STEP_LABEL: Record<Step, MessageDescriptor> = {
  season: msg`Results`,
  amounts: msg`Amounts`,
  people: msg`Exclusions`,
  wallets: msg`Wallets`,
  bundle: msg`Bundle`,
}

interface Props {
  step: Step
  /** The amounts are known, so that what follows from them can be looked at. */
  ready: boolean
  built: boolean
  onStep: (step: Step) => void
}

/** The five steps; each can be gone back to, and nothing leaves before the last. */
export function StepBar({ step, ready, built, onStep }: Props) {
  const { t } = useLingui()
  const at = STEPS.indexOf(step)
  const next = STEPS[at + 1]
  const before = STEPS[at - 1]
  const go = (to: Step | undefined) => to && (to === 'season' || to === 'amounts' || ready) && onStep(to)
  usePageCommands([
    { id: 'next-step', label: t`Next step`, keys: ['n'], run: () => go(next) },
    { id: 'previous-step', label: t`Previous step`, keys: ['p'], run: () => go(before) },
  ])
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line pb-3">
      <ol className="flex min-w-0 flex-wrap items-center gap-x-1 gap-y-1">
        {STEPS.map((each, order) => (
          <li key={each} className="flex items-center gap-1">
            {order > 0 && <span className="h-px w-4 bg-line-strong max-md:hidden" aria-hidden />}
            <button
              type="button"
              aria-current={each === step ? 'step' : undefined}
              disabled={!(each === 'season' || each === 'amounts' || ready)}
              onClick={() => onStep(each)}
              className="inline-flex h-8 items-center gap-2 rounded-2 px-2 text-ink-3 hover:bg-hover hover:text-ink disabled:text-ink-off disabled:hover:bg-transparent aria-[current]:font-medium aria-[current]:text-ink max-md:h-11"
            >
              <span
                className={clsx(
                  'grid size-5 place-items-center rounded-full border text-11 font-semibold',
                  each === step ? 'border-inverse bg-inverse text-ink-inverse' : 'border-line-control',
                )}
              >
                {isPassed(order, at, built) ? <Check size={11} strokeWidth={2.4} aria-hidden /> : order + 1}
              </span>
              {t(STEP_LABEL[each])}
            </button>
          </li>
        ))}
      </ol>
      <span className="ml-auto flex gap-2">
        {before && (
          <Button kind="ghost" onClick={() => go(before)} keys={<Keys of={['p']} />}>
            <Trans>Back</Trans>
          </Button>
        )}
        {next && (
          <Button
            kind="primary"
            disabled={!ready && next !== 'amounts'}
            onClick={() => go(next)}
            keys={<Keys of={['n']} />}
          >
            {t(STEP_LABEL[next])} <ArrowRight size={14} strokeWidth={1.9} aria-hidden />
          </Button>
        )}
      </span>
    </div>
  )
}

const isPassed = (order: number, at: number, built: boolean) =>
  order < at || (built && order < STEPS.length - 1)
