import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isFinished, QUESTION, QUESTIONS } from '#/features/issues/decide/templates'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
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
            keys={<Keys of={['Ctrl', '↵']} />}
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
          if ((event.target as Element).matches('textarea') || event.ctrlKey || event.metaKey) return
          const hit = QUESTIONS.find(({ key }) => key === event.key)
          if (!hit) return
          event.preventDefault()
          add(t(hit.text))
        }}
      >
        <div className="flex flex-wrap gap-1.5">
          {QUESTIONS.map(({ key, label, text }, order) => (
            <Button
              key={key}
              size="small"
              onClick={() => add(t(text))}
              keys={<Keys of={[key]} />}
              data-autofocus={order === 0 || undefined}
            >
              {t(label)}
            </Button>
          ))}
        </div>
        <TextArea
          label={<Trans>Question</Trans>}
          rows={4}
          value={question}
          maxLength={QUESTION.most}
          onChange={event => setQuestion(event.target.value)}
          hint={<Trans>The reporter has 14 days to answer; then it closes without blame.</Trans>}
        />
        <Complaint>{problem}</Complaint>
      </div>
    </Dialog>
  )
}
