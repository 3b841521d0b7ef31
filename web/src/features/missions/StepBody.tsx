import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Mission, Progress, Step } from '#/entities/mission/schema'
import { QuestionField } from '#/features/missions/QuestionField'
import { ScreenshotField } from '#/features/missions/ScreenshotField'
import { GivenAnswer } from '#/entities/mission/GivenAnswer'
import { TransactionStep } from '#/features/missions/TransactionStep'
import type { AnswerSheet } from '#/features/missions/use-answers'
import { Checkbox } from '#/ui/Choice'

interface Props {
  mission: Mission
  step: Step
  progress: Progress
  isCurrent: boolean
  sheet: AnswerSheet | null
}

/** What is to be done in a step; without a sheet, what was. */
export function StepBody({ mission, step, progress, isCurrent, sheet }: Props): ReactNode {
  if (step.type === 'tx')
    return <TransactionStep mission={mission} step={step} progress={progress} canPaste={sheet !== null} />
  if (!sheet) return mission.mine && <GivenAnswer step={step} submission={mission.mine} />
  const answer = sheet.answers[step.id]
  switch (step.type) {
    case 'do':
      return (
        <div className="mt-1.5">
          <Checkbox
            label={<Trans>I did this</Trans>}
            checked={answer === true}
            onChange={event => sheet.set(step.id, event.target.checked ? true : null)}
          />
        </div>
      )
    case 'question':
      return (
        step.question && (
          <QuestionField
            label={step.text}
            question={step.question}
            answer={answer}
            withKeys={isCurrent}
            onAnswer={given => sheet.set(step.id, given)}
          />
        )
      )
    case 'screenshot':
      return (
        <ScreenshotField
          label={step.text}
          answer={answer}
          attachments={mission.mine?.attachments ?? []}
          onAnswer={ids => sheet.set(step.id, ids)}
        />
      )
  }
}
