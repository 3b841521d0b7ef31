import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Hourglass, MessageCircleQuestion, Scale, Users } from 'lucide-react'
import { useState } from 'react'
import { AppealDialog } from '#/entities/fairness/AppealDialog'
import { AppealWords } from '#/entities/fairness/AppealWords'
import { REASON_LABEL, SIGNAL_LABEL, SUBJECT_LABEL } from '#/entities/fairness/messages'
import { ownFairnessQuery, useAnswerQuestion } from '#/entities/fairness/queries'
import type { OwnAppeal, OwnHold, OwnLink, OwnQuestion } from '#/entities/fairness/schema'
import { WriteDialog } from '#/entities/fairness/WriteDialog'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { dayOf } from '#/lib/time'
import { Band } from '#/ui/Band'
import { Button } from '#/ui/Button'
import { toast } from '#/ui/toasts'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

const isPast = (due: string | null, now: number) => due !== null && Date.parse(due) < now

/** What is decided about the reader's own account, what is asked of them, and what became of what they said to it. */
export function OwnFairnessBands() {
  const { data } = useQuery(ownFairnessQuery)
  const [now] = useState(Date.now)
  if (!data) return null
  const { link, hold, questions, appeals } = data
  const open = questions.filter(({ answeredAt, due }) => answeredAt === null && !isPast(due, now))
  // The answer to one about a report, an entry or a mission is shown there.
  const shown = appeals.filter(
    ({ state, subjectType }) =>
      state === 'open' || (state !== 'withdrawn' && ['risk', 'suspension'].includes(subjectType)),
  )
  const objected = (to: { subjectId: string }) => shown.some(({ subjectId }) => subjectId === to.subjectId)
  return (
    <>
      {open.map(question => (
        <Question key={question.id} question={question} />
      ))}
      {hold && <Held hold={hold} objected={objected(hold)} />}
      {link && <Linked link={link} objected={objected(link)} />}
      {shown.map(appeal => (
        <AppealBand key={appeal.id} appeal={appeal} />
      ))}
    </>
  )
}

/** Words after one another, as the language lists them. */
const useList = () => {
  const { i18n } = useLingui()
  return (words: string[]) => new Intl.ListFormat(i18n.locale, { type: 'conjunction' }).format(words)
}

function Linked({ link, objected }: { link: OwnLink; objected: boolean }) {
  const { t } = useLingui()
  const list = useList()
  const [writing, setWriting] = useState(false)
  const others = link.others.flatMap(name => (name ? `@${name}` : []))
  return (
    <Band
      tone="warning"
      icon={<Users {...icon} />}
      title={
        <Plural
          value={Math.max(1, link.accounts - 1)}
          one="Your account is linked to another account."
          other="Your account is linked to # other accounts."
        />
      }
      actions={
        link.mayAppeal &&
        !objected && (
          <Button onClick={() => setWriting(true)}>
            <Trans>Appeal</Trans>
          </Button>
        )
      }
    >
      <Trans>
        Since {dayOf(link.since)}: {list(link.kinds.map(kind => t(REASON_LABEL[kind])))}.
      </Trans>{' '}
      {others.length > 0 && <Trans>With {list(others)}.</Trans>}{' '}
      <Trans>Your reports, votes and comments stay. Linked accounts count as one person.</Trans>{' '}
      {link.mayAppeal && link.appealUntil && <Trans>You may appeal until {dayOf(link.appealUntil)}.</Trans>}
      {writing && (
        <AppealDialog
          subject={{ subjectType: 'risk', subjectId: link.subjectId }}
          onClose={() => setWriting(false)}
        />
      )}
    </Band>
  )
}

function Held({ hold, objected }: { hold: OwnHold; objected: boolean }) {
  const { t } = useLingui()
  const list = useList()
  const [writing, setWriting] = useState(false)
  return (
    <Band
      tone="warning"
      icon={<Hourglass {...icon} />}
      title={<Trans>Your account is being checked.</Trans>}
      actions={
        hold.mayAppeal &&
        !objected && (
          <Button onClick={() => setWriting(true)}>
            <Trans>Appeal</Trans>
          </Button>
        )
      }
    >
      <Trans>
        Since {dayOf(hold.since)}: {list(hold.kinds.map(kind => t(REASON_LABEL[kind])))}. Until it is resolved
        you have no rank and receive no payout. You keep your points.
      </Trans>{' '}
      {hold.mayAppeal && hold.appealUntil && <Trans>You may appeal until {dayOf(hold.appealUntil)}.</Trans>}
      {writing && (
        <AppealDialog
          subject={{ subjectType: 'risk', subjectId: hold.subjectId }}
          onClose={() => setWriting(false)}
        />
      )}
    </Band>
  )
}

function Question({ question }: { question: OwnQuestion }) {
  const { t } = useLingui()
  const list = useList()
  const { sayProblem } = useProblemMessages()
  const answer = useAnswerQuestion()
  const [writing, setWriting] = useState(false)
  return (
    <Band
      tone="info"
      icon={<MessageCircleQuestion {...icon} />}
      title={<Trans>An administrator asks about your account.</Trans>}
      actions={
        <Button kind="primary" onClick={() => setWriting(true)}>
          <Trans>Answer</Trans>
        </Button>
      }
    >
      <Trans>
        Your account seems to share something with other accounts:{' '}
        {list(question.kinds.map(kind => t(SIGNAL_LABEL[kind])))}. Nothing has changed for you.
      </Trans>{' '}
      {question.due && <Trans>Please answer by {dayOf(question.due)}.</Trans>}
      {writing && (
        <WriteDialog
          title={<Trans>Your answer</Trans>}
          label={<Trans>Your explanation</Trans>}
          action={<Trans>Send</Trans>}
          busy={answer.isPending}
          problem={sayProblem(answer.error)}
          onClose={() => setWriting(false)}
          onSend={body =>
            answer.mutate(
              { id: question.id, body },
              {
                onSuccess: () => {
                  toast({ tone: 'success', title: t`Your answer was sent to the administrators.` })
                  setWriting(false)
                },
              },
            )
          }
        >
          <Trans>
            A shared computer, a friend who paid for gas, a class or an office: this is common and often
            harmless. Only administrators read your answer. You can send it once.
          </Trans>
        </WriteDialog>
      )}
    </Band>
  )
}

function AppealBand({ appeal }: { appeal: OwnAppeal }) {
  const { t } = useLingui()
  const [reading, setReading] = useState(false)
  const about = t(SUBJECT_LABEL[appeal.subjectType])
  const title = {
    open: <Trans>Your appeal is being read.</Trans>,
    upheld: <Trans>Your appeal was upheld.</Trans>,
    denied: <Trans>Your appeal was denied.</Trans>,
    withdrawn: null,
  }[appeal.state]
  return (
    <Band
      tone={appeal.state === 'upheld' ? 'success' : appeal.state === 'denied' ? 'plain' : 'info'}
      icon={<Scale {...icon} />}
      title={title}
      actions={
        <Button onClick={() => setReading(true)}>
          {appeal.answer ? <Trans>Read the answer</Trans> : <Trans>See what I wrote</Trans>}
        </Button>
      }
    >
      <Trans>It is about {about}.</Trans>{' '}
      {appeal.state === 'open' && appeal.due && <Trans>An answer comes by {dayOf(appeal.due)}.</Trans>}
      {reading && <AppealWords appeal={appeal} onClose={() => setReading(false)} />}
    </Band>
  )
}
