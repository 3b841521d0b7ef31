import { Trans, useLingui } from '@lingui/react/macro'
import { QUESTION_TYPE, STEP_TYPE } from '#/entities/mission/messages'
import { QUESTION_TYPES, STEP_TYPES } from '#/entities/mission/schema'
import { CheckBuilder } from '#/features/missions/editor/CheckBuilder'
import { type DraftQuestion, type DraftStep, STEP_TEXT } from '#/features/missions/editor/draft'
import { Checkbox } from '#/ui/Choice'
import { Segmented } from '#/ui/Segmented'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'

type Part = 'text' | 'options' | 'bounds' | 'check'

interface Props {
  step: DraftStep
  number: number
  frozen: boolean
  faults: Part[]
  onChange: (step: DraftStep) => void
}

/** One step: what it says, and how it is found out that it was done. */
export function StepEditor({ step, number, frozen, faults, onChange }: Props) {
  const { t } = useLingui()
  const set = (part: Partial<DraftStep>) => onChange({ ...step, ...part })
  return (
    <section aria-label={t`Step ${number}`} className="grid gap-3.5 border-t border-line-faint px-4 py-3.5">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-13">
          <Trans>Step {number}</Trans>
        </h3>
        {frozen ? (
          <span className="text-12 text-ink-3">{t(STEP_TYPE[step.type])}</span>
        ) : (
          <Segmented
            label={t`Type of the step`}
            value={step.type}
            onChange={type => set({ type })}
            options={STEP_TYPES.map(value => ({ value, label: t(STEP_TYPE[value]) }))}
          />
        )}
        <Checkbox
          label={<Trans>required</Trans>}
          checked={step.required}
          disabled={frozen}
          onChange={event => set({ required: event.target.checked })}
        />
      </div>
      <TextArea
        rows={2}
        maxLength={STEP_TEXT}
        label={<Trans>What to do</Trans>}
        value={step.text}
        onChange={event => set({ text: event.target.value })}
      />
      {step.type === 'question' && (
        <QuestionEditor
          question={step.question}
          frozen={frozen}
          faults={faults}
          onChange={question => set({ question })}
        />
      )}
      {step.type === 'tx' && (
        <CheckBuilder check={step.check} disabled={frozen} onChange={check => set({ check })} />
      )}
      {step.type === 'screenshot' && (
        <p className="text-12 text-ink-3">
          <Trans>One to four pictures. They are not checked automatically: choose a review by the team below.</Trans>
        </p>
      )}
    </section>
  )
}

interface QuestionProps {
  question: DraftQuestion
  frozen: boolean
  faults: Part[]
  onChange: (question: DraftQuestion) => void
}

function QuestionEditor({ question, frozen, faults, onChange }: QuestionProps) {
  const { t } = useLingui()
  const set = (part: Partial<DraftQuestion>) => onChange({ ...question, ...part })
  const isChoice = question.type === 'one_of' || question.type === 'many_of'
  const bounds = faults.includes('bounds') ? <Trans>Two numbers, the smaller one first.</Trans> : undefined
  return (
    <div className="grid grid-cols-3 items-start gap-3 max-md:grid-cols-1">
      <SelectField
        label={<Trans>Answer</Trans>}
        value={question.type}
        disabled={frozen}
        onChange={event => set({ type: QUESTION_TYPES.find(type => type === event.target.value) ?? 'text' })}
      >
        {QUESTION_TYPES.map(type => (
          <option key={type} value={type}>
            {t(QUESTION_TYPE[type])}
          </option>
        ))}
      </SelectField>
      {isChoice && (
        <div className="col-span-2 max-md:col-span-1">
          <TextArea
            rows={4}
            disabled={frozen}
            label={<Trans>Answers, one per line</Trans>}
            value={question.options}
            onChange={event => set({ options: event.target.value })}
            error={
              faults.includes('options') ? (
                <Trans>Two to twelve different answers of at most 120 characters each.</Trans>
              ) : undefined
            }
          />
        </div>
      )}
      {question.type === 'number' && (
        <>
          <TextField
            inputMode="decimal"
            disabled={frozen}
            label={<Trans>Minimum</Trans>}
            placeholder={t`any`}
            value={question.min}
            error={bounds}
            onChange={event => set({ min: event.target.value })}
          />
          <TextField
            inputMode="decimal"
            disabled={frozen}
            label={<Trans>Maximum</Trans>}
            placeholder={t`any`}
            value={question.max}
            onChange={event => set({ max: event.target.value })}
          />
        </>
      )}
    </div>
  )
}
