import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { isFinished, QUESTION, QUESTIONS } from '#/features/issues/decide/templates'
import { MOD } from '#/lib/key-names'
import { Button } from '#/ui/Button'
import { FormDialog } from '#/ui/FormDialog'
import { Keys } from '#/ui/Keys'
import { TextArea } from '#/ui/TextArea'

interface Props {
  onClose: () => void
  onDecide: (question: string) => void
  busy: boolean
  problem?: React.ReactNode
}

/** One question to the reporter. */
export function AskDialog({ onClose, onDecide, busy, problem }: Props) {
  const { t } = useLingui()
  const [question, setQuestion] = useState('')
  const ready = isFinished(question, QUESTION)
  const days = useIssueMessages().programme?.promise.answerDays

  const add = (text: string) => setQuestion(before => (before.trim() ? `${before.trim()} ${text}` : text))

  return (
    <FormDialog
      width="wide"
      title={<Trans>Ask the reporter</Trans>}
      label={t`Question`}
      submit={<Trans>Ask</Trans>}
      keys={<Keys of={[MOD, '↵']} />}
      busy={busy}
      disabled={!ready}
      problem={problem}
      onSubmit={() => onDecide(question.trim())}
      onKeyDown={event => {
        // By the place of the key: with Alt, some keyboards write another letter.
        const hit = event.altKey && QUESTIONS.find(({ key }) => event.code === `Key${key.toUpperCase()}`)
        if (!hit) return
        event.preventDefault()
        add(t(hit.text))
      }}
      onClose={onClose}
    >
      <div className="flex flex-wrap gap-1.5">
        {QUESTIONS.map(({ key, label, text }) => (
          <Button key={key} size="small" onClick={() => add(t(text))} keys={<Keys of={['Alt', key]} />}>
            {t(label)}
          </Button>
        ))}
      </div>
      <TextArea
        label={<Trans>Question</Trans>}
        rows={4}
        value={question}
        data-autofocus
        maxLength={QUESTION.most}
        onChange={event => setQuestion(event.target.value)}
        hint={
          days ? (
            <Plural
              value={days}
              one="The reporter has # day to answer. Then the report closes without a penalty."
              other="The reporter has # days to answer. Then the report closes without a penalty."
            />
          ) : undefined
        }
      />
    </FormDialog>
  )
}
