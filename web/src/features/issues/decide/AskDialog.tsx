import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { isFinished, QUESTION, QUESTIONS } from '#/features/issues/decide/templates'
import { MOD } from '#/lib/key-names'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Dialog } from '#/ui/Dialog'
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

  function decide() {
    if (ready && !busy) onDecide(question.trim())
  }

  const add = (text: string) => setQuestion(before => (before.trim() ? `${before.trim()} ${text}` : text))

  return (
    <Dialog
      open
      onClose={onClose}
      width="wide"
      title={<Trans>Ask the reporter</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={!ready}
            onClick={decide}
            keys={<Keys of={[MOD, '↵']} />}
          >
            <Trans>Ask</Trans>
          </Button>
        </>
      }
    >
      <div
        role="group"
        aria-label={t`Question`}
        className="grid gap-3"
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) decide()
          // By the place of the key: with Alt, some keyboards write another letter.
          const hit = event.altKey && QUESTIONS.find(({ key }) => event.code === `Key${key.toUpperCase()}`)
          if (!hit) return
          event.preventDefault()
          add(t(hit.text))
        }}
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
        <FormError>{problem}</FormError>
      </div>
    </Dialog>
  )
}
