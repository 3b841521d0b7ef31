import { Trans, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { useId, useState } from 'react'
import type { Answer, Question } from '#/entities/mission/schema'
import { LONGEST, numberOf, toggled } from '#/features/missions/answer-rules'
import { usePageCommands } from '#/lib/page-commands'
import { Checkbox, Radio } from '#/ui/Choice'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'

interface Props {
  /** The question, for readers. */
  label: string
  question: Question
  answer: Answer | undefined
  /** Keys answer it: it is the step to do. */
  withKeys: boolean
  onAnswer: (answer: Answer) => void
}

/** Takes the answer to a question, by its type. */
export function QuestionField(props: Props) {
  const { label, question, answer, onAnswer } = props
  const name = useId()
  switch (question.type) {
    case 'text':
      return <TextAnswer {...props} />
    case 'one_of':
      return (
        <fieldset className="mt-2 grid gap-1.5">
          <legend className="sr-only">{label}</legend>
          {question.options.map(option => (
            <Radio
              key={option}
              name={name}
              label={option}
              checked={answer === option}
              onChange={() => onAnswer(option)}
            />
          ))}
        </fieldset>
      )
    case 'many_of':
      return (
        <fieldset className="mt-2 grid gap-1.5">
          <legend className="sr-only">{label}</legend>
          {question.options.map(option => (
            <Checkbox
              key={option}
              label={option}
              checked={Array.isArray(answer) && answer.includes(option)}
              onChange={() => onAnswer(toggled(answer, option, question.options))}
            />
          ))}
        </fieldset>
      )
    case 'scale':
      return <Scale {...props} />
    case 'number':
      return <NumberField {...props} />
  }
}

function TextAnswer({ label, answer, onAnswer }: Props) {
  // As it is typed: the server keeps it without the space around it, and must not take that out under the caret.
  const [typed, setTyped] = useState(typeof answer === 'string' ? answer : '')
  return (
    <div className="mt-2">
      <TextArea
        label={<span className="sr-only">{label}</span>}
        rows={3}
        maxLength={LONGEST}
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          onAnswer(event.target.value.trim() || null)
        }}
      />
    </div>
  )
}

const SCALE = [1, 2, 3, 4, 5]

function Scale({ label, answer, withKeys, onAnswer }: Props) {
  const { t } = useLingui()
  const name = useId()
  usePageCommands(
    withKeys
      ? SCALE.map(value => ({
          id: `answer-${value}`,
          label: t`Answer ${value}`,
          keys: [String(value)],
          unlisted: true,
          run: () => onAnswer(value),
        }))
      : [],
  )
  return (
    <fieldset className="mt-2.5 flex flex-wrap items-center gap-1.5">
      <legend className="sr-only">{label}</legend>
      {SCALE.map(value => (
        <label
          key={value}
          className={clsx(
            'relative grid h-8 w-10 cursor-pointer place-items-center rounded-2 border text-ink-2 hover:border-ink-3 hover:text-ink has-checked:border-inverse has-checked:bg-inverse has-checked:font-semibold has-checked:text-ink-inverse has-focus-visible:outline-(length:--ring) has-focus-visible:outline-offset-(--ring-gap) has-focus-visible:outline-focus max-md:size-11',
            'border-line-control',
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 cursor-pointer appearance-none opacity-0"
            checked={answer === value}
            onChange={() => onAnswer(value)}
          />
          {value}
        </label>
      ))}
      <span className="ml-1 text-12 text-ink-3">
        {withKeys ? (
          <Trans>1 not at all, 5 very much. Keys 1 to 5</Trans>
        ) : (
          <Trans>1 not at all, 5 very much</Trans>
        )}
      </span>
    </fieldset>
  )
}

function NumberField({ label, question, answer, onAnswer }: Props) {
  const [typed, setTyped] = useState(typeof answer === 'number' ? String(answer) : '')
  const isWrong = numberOf(typed, question) === undefined
  return (
    <div className="mt-2 max-w-48">
      <TextField
        label={<span className="sr-only">{label}</span>}
        inputMode="decimal"
        value={typed}
        onChange={event => {
          setTyped(event.target.value)
          const value = numberOf(event.target.value, question)
          if (value !== undefined) onAnswer(value)
        }}
        error={isWrong ? <Bounds {...question} /> : undefined}
        hint={question.min !== null || question.max !== null ? <Bounds {...question} /> : undefined}
      />
    </div>
  )
}

function Bounds({ min, max }: Pick<Question, 'min' | 'max'>) {
  if (min !== null && max !== null)
    return (
      <Trans>
        A number from {min} to {max}.
      </Trans>
    )
  if (min !== null) return <Trans>A number, at least {min}.</Trans>
  if (max !== null) return <Trans>A number, at most {max}.</Trans>
  return <Trans>A number.</Trans>
}
