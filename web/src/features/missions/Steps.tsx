import { Trans, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { Check, Radar, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Mission, Progress, Step } from '#/entities/mission/schema'
import { currentStep, doneSteps, isDone, progressOfStep } from '#/entities/mission/submission-state'
import { StepBody } from '#/features/missions/StepBody'
import type { AnswerSheet } from '#/features/missions/use-answers'
import { clockOf } from '#/lib/time'
import { Badge } from '#/ui/Badge'

interface Props {
  mission: Mission
  /** Given while answers can be changed. */
  sheet: AnswerSheet | null
}

/** The steps of a mission as a checklist. Those that a chain can tell tick themselves. */
export function Steps({ mission, sheet }: Props) {
  const { t } = useLingui()
  const current = currentStep(mission)
  const done = doneSteps(mission)
  return (
    <>
      <ol
        aria-label={t`Steps`}
        className="grid gap-0 rounded-3 border border-line bg-panel max-md:gap-2 max-md:border-0 max-md:bg-transparent"
      >
        {mission.steps.map((step, order) => (
          <StepRow
            key={step.id}
            mission={mission}
            step={step}
            number={order + 1}
            isCurrent={step.id === current}
            sheet={sheet}
          />
        ))}
      </ol>
      {mission.mine && (
        <p role="status" className="sr-only">
          <Trans>
            {done} of {mission.steps.length} steps are done.
          </Trans>
        </p>
      )}
    </>
  )
}

interface RowProps extends Props {
  step: Step
  number: number
  isCurrent: boolean
}

function StepRow({ mission, step, number, isCurrent, sheet }: RowProps) {
  const progress = progressOfStep(step, mission.mine)
  const done = isDone(progress)
  return (
    <li
      aria-current={isCurrent ? 'step' : undefined}
      className="grid grid-cols-[28px_minmax(0,1fr)_auto] gap-x-3 border-t border-line-faint px-4 py-3.5 first:border-t-0 max-md:rounded-3 max-md:border max-md:border-line max-md:bg-panel max-md:px-3 max-md:first:border-t"
    >
      <StepMark number={number} progress={progress} isCurrent={isCurrent} />
      <div className="min-w-0">
        <h3 className={clsx('text-14 font-medium break-words', done ? 'text-ink-2' : 'text-ink')}>
          {step.text}
          {!step.required && (
            <span className="ml-2 text-12 font-normal text-ink-3">
              <Trans>optional</Trans>
            </span>
          )}
        </h3>
      </div>
      <StepSign progress={progress} isWatched={!mission.why.includes('wallet')} />
      <div className="col-start-2 col-end-4 min-w-0 empty:hidden">
        <StepBody mission={mission} step={step} progress={progress} isCurrent={isCurrent} sheet={sheet} />
      </div>
    </li>
  )
}

function StepMark({
  number,
  progress,
  isCurrent,
}: {
  number: number
  progress: Progress
  isCurrent: boolean
}) {
  const done = isDone(progress)
  return (
    <span
      className={clsx(
        'grid size-[22px] place-items-center rounded-full border text-11 transition-colors duration-(--time-calm)',
        done && 'border-success-line bg-success-wash text-success',
        !done && isCurrent && 'border-inverse bg-inverse font-semibold text-ink-inverse',
        !done &&
          !isCurrent &&
          progress.state === 'failed' &&
          'border-warning-line bg-warning-wash text-warning',
        !done && !isCurrent && progress.state !== 'failed' && 'border-line-strong text-ink-3',
      )}
    >
      {done ? <Check size={12} strokeWidth={2.4} aria-hidden /> : number}
      {done && (
        <span className="sr-only">
          <Trans>done</Trans>
        </span>
      )}
    </span>
  )
}

const ICON = { size: 12, strokeWidth: 2.1, 'aria-hidden': true } as const

/** Where a step stands, at its right end. */
function StepSign({ progress, isWatched }: { progress: Progress; isWatched: boolean }): ReactNode {
  switch (progress.state) {
    case 'watching':
      // Without a wallet there is nothing to watch.
      return (
        isWatched && (
          <Badge tone="info" icon={<Radar {...ICON} />}>
            <Trans>watching</Trans>
          </Badge>
        )
      )
    case 'checking':
      return (
        <Badge tone="info" icon={<Radar {...ICON} />}>
          <Trans>checking</Trans>
        </Badge>
      )
    case 'failed':
      return (
        <Badge tone="warning" icon={<X {...ICON} />}>
          <Trans>does not count</Trans>
        </Badge>
      )
    case 'undecided':
      return (
        <Badge icon={<TriangleAlert {...ICON} />}>
          <Trans>team review</Trans>
        </Badge>
      )
    case 'done':
    case 'passed':
      return progress.at ? (
        <time dateTime={progress.at} className="text-12 text-ink-3">
          {clockOf(progress.at)}
        </time>
      ) : (
        <span />
      )
    case 'open':
      return <span />
  }
}
