import { Trans, useLingui } from '@lingui/react/macro'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { StepForm } from '#/features/start/StepForm'
import type { StepProps } from '#/features/start/steps'
import { useSaveSettings } from '#/features/start/use-save-settings'
import { TextField } from '#/ui/TextField'

/** How soon reports are answered. */
export function ResponseStep({ rows, onDone }: StepProps) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const { save, isSaving, problem } = useSaveSettings(rows)
  const number = (key: string) => ({
    name: key,
    type: 'number',
    required: true,
    min: 1,
    size: 'large' as const,
    defaultValue: Number(rows.find(row => row.key === key)?.value ?? 0),
  })

  return (
    <StepForm
      step="response"
      title={t`How soon do you answer reports?`}
      busy={isSaving}
      problem={sayProblem(problem)}
      onSubmit={event => {
        const typed = [...new FormData(event.currentTarget)].map(([key, value]) => [key, Number(value)])
        void save(Object.fromEntries(typed)).then(done => done && onDone())
      }}
    >
      <p className="text-14 text-ink-2">
        <Trans>
          Testers see these targets with each report. Reports that are due soon move up in the queue.
        </Trans>
      </p>
      <TextField
        {...number('promise.firstResponseS1h')}
        max={720}
        label={<Trans>First answer to critical reports, in hours</Trans>}
      />
      <TextField
        {...number('promise.firstResponseH')}
        max={720}
        label={<Trans>First answer to other reports, in hours</Trans>}
      />
      <TextField
        {...number('promise.decisionDays')}
        max={90}
        label={<Trans>Decision about every report, in days</Trans>}
      />
    </StepForm>
  )
}
