import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useRef, useState } from 'react'
import { useDecideAppeal } from '#/entities/fairness/case-queries'
import type { Appeal } from '#/entities/fairness/case-schema'
import { SEVERITY } from '#/entities/issue/messages'
import { SEVERITIES, type Severity } from '#/entities/issue/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'
import { Act, DecisionBar } from '#/ui/workbench/DecisionBar'
import { CaseBody } from '#/ui/workbench/Workbench'

interface Props {
  appeal: Appeal
  onDone: () => void
  /** What is known of it. */
  children: ReactNode
}

/** Answers an appeal: the decision stays, or its opposite is done at once. */
export function AppealDecide({ appeal, onDone, children }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const decide = useDecideAppeal()
  const form = useRef<HTMLDivElement>(null)
  const [answer, setAnswer] = useState('')
  const [severity, setSeverity] = useState<Severity | ''>('')
  const [amount, setAmount] = useState('')
  const name = appeal.person.username ?? '–'
  const long = answer.trim().length >= 20
  const wantsSeverity = appeal.stands && appeal.subjectType === 'severity'
  const wantsAmount = appeal.stands && appeal.subjectType === 'points' && !appeal.gives
  const fits = (!wantsSeverity || severity !== '') && (!wantsAmount || /^\d{1,7}$/.test(amount))
  const isOpen = appeal.state === 'open' && appeal.mayDecide

  function send(uphold: boolean) {
    if (decide.isPending) return
    if (!long || (uphold && !fits)) {
      // The key asks for what is missing.
      const fields = form.current?.querySelectorAll<HTMLElement>('textarea, select, input')
      return fields?.[long ? fields.length - 1 : 0]?.focus()
    }
    const chosen = {
      ...(uphold && severity !== '' ? { severity } : {}),
      ...(uphold && wantsAmount ? { amount: Number(amount) } : {}),
    }
    void decide.mutateAsync({ id: appeal.id, uphold, answer: answer.trim(), ...chosen }).then(
      () => {
        toast({
          tone: 'success',
          title: uphold ? t`Upheld. @${name} was notified.` : t`Denied. @${name} was notified.`,
        })
        onDone()
      },
      // A refusal is shown above the decisions.
      () => undefined,
    )
  }
  usePageCommands(
    isOpen
      ? [
          { id: 'uphold', label: t`Uphold the appeal`, keys: ['1'], run: () => send(true) },
          { id: 'deny', label: t`Keep the decision`, keys: ['3'], run: () => send(false) },
        ]
      : [],
  )
  return (
    <>
      <CaseBody>
        <div className="grid grid-cols-1 gap-4">
          {children}
          {isOpen && (
            <div ref={form} className="grid max-w-[68ch] grid-cols-1 gap-3">
              <TextArea
                rows={3}
                maxLength={2000}
                value={answer}
                onChange={event => setAnswer(event.target.value)}
                label={<Trans>Answer to @{name}</Trans>}
                hint={<Trans>At least 20 characters. @{name} reads this text.</Trans>}
              />
              {wantsSeverity && (
                <div className="max-w-60">
                  <SelectField
                    label={<Trans>New severity, if you uphold</Trans>}
                    value={severity}
                    onChange={event => setSeverity(event.target.value as Severity | '')}
                  >
                    <option value="">{t`Choose…`}</option>
                    {SEVERITIES.filter(each => each !== appeal.subject?.severity).map(each => (
                      <option key={each} value={each}>
                        {t(SEVERITY[each])}
                      </option>
                    ))}
                  </SelectField>
                </div>
              )}
              {wantsAmount && (
                <div className="max-w-60">
                  <TextField
                    inputMode="numeric"
                    value={amount}
                    onChange={event => setAmount(event.target.value)}
                    label={<Trans>Points to give, if you uphold</Trans>}
                    hint={<Trans>Enter 0 to pay nothing.</Trans>}
                  />
                </div>
              )}
            </div>
          )}
        </div>
      </CaseBody>
      {isOpen && (
        <DecisionBar note={<DecisionNote appeal={appeal} />} refused={sayProblem(decide.error)}>
          <div className="grid grid-cols-2 gap-2">
            <Act
              keys="1"
              title={<Effect appeal={appeal} />}
              note={<Trans>upholds the appeal</Trans>}
              disabled={decide.isPending}
              onPress={() => send(true)}
            />
            <Act
              keys="3"
              title={<Trans>Keep the decision</Trans>}
              note={<Trans>denies the appeal</Trans>}
              disabled={decide.isPending}
              onPress={() => send(false)}
            />
          </div>
        </DecisionBar>
      )}
      {appeal.state === 'open' && !appeal.mayDecide && (
        <p className="border-t border-line-strong bg-panel px-6 py-4 text-12 text-ink-3 max-md:px-4">
          {appeal.byMe ? (
            <Trans>You made this decision, so another administrator answers.</Trans>
          ) : (
            <Trans>This is your own appeal, so another administrator answers.</Trans>
          )}
        </p>
      )}
    </>
  )
}

/** What an administrator should know before pressing. */
function DecisionNote({ appeal }: { appeal: Appeal }) {
  if (!appeal.stands)
    return <Trans>The decision has already changed. Upholding only notifies the tester.</Trans>
  if (appeal.byMe) return <Trans>You made this decision. As the only administrator you may answer.</Trans>
  return <Trans>The tester is notified of your answer.</Trans>
}

/** What upholding does. */
function Effect({ appeal }: { appeal: Appeal }) {
  const name = appeal.person.username ?? '–'
  const points = appeal.gives?.points ?? 0
  const number = appeal.subject?.number ?? 0
  if (!appeal.stands) return <Trans>Uphold</Trans>
  switch (appeal.subjectType) {
    case 'risk':
      if (appeal.subject?.label === 'hold') return <Trans>Release @{name}</Trans>
      return <Trans>Unlink @{name}</Trans>
    case 'suspension':
      return <Trans>Restore @{name}</Trans>
    case 'issue_closed':
      return <Trans>Reopen #{number}</Trans>
    case 'duplicate':
      return <Trans>Unmerge #{number}</Trans>
    case 'severity':
      return <Trans>Regrade #{number}</Trans>
    case 'submission':
      return points > 0 ? <Trans>Approve, pay {figure(points)}</Trans> : <Trans>Approve the submission</Trans>
    case 'points':
      return points > 0 ? <Trans>Give back {figure(points)}</Trans> : <Trans>Uphold</Trans>
  }
}
