import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { SEVERITY } from '#/entities/issue/messages'
import { SEVERITIES, type Severity } from '#/entities/issue/schema'
import { PersonName } from '#/entities/person/PersonName'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useDecideAppeal } from '#/features/settings/fairness/api'
import type { Appeal } from '#/features/settings/fairness/model'
import { figure } from '#/lib/number'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** Answers an appeal: the decision stays, or its opposite is done at once. */
export function AppealDecide({ appeal }: { appeal: Appeal }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const decide = useDecideAppeal()
  const [answer, setAnswer] = useState('')
  const [severity, setSeverity] = useState<Severity | ''>('')
  const [amount, setAmount] = useState('')
  const name = appeal.person.username ?? '–'
  const long = answer.trim().length >= 20
  const wantsSeverity = appeal.stands && appeal.subjectType === 'severity'
  const wantsAmount = appeal.stands && appeal.subjectType === 'points' && !appeal.gives
  const fits = (!wantsSeverity || severity !== '') && (!wantsAmount || /^\d{1,7}$/.test(amount))
  if (!appeal.mayDecide)
    return (
      <p className="text-12 text-ink-3">
        {appeal.byMe ? (
          <Trans>You decided what is appealed here, so another administrator answers.</Trans>
        ) : (
          <Trans>This is your own appeal, so another administrator answers.</Trans>
        )}
      </p>
    )
  function send(uphold: boolean) {
    if (!long || (uphold && !fits) || decide.isPending) return
    const chosen = {
      ...(uphold && severity !== '' ? { severity } : {}),
      ...(uphold && wantsAmount ? { amount: Number(amount) } : {}),
    }
    void decide.mutateAsync({ id: appeal.id, uphold, answer: answer.trim(), ...chosen }).then(
      () =>
        toast({
          tone: 'success',
          title: uphold ? t`Upheld. @${name} is told.` : t`Denied. @${name} is told.`,
        }),
      () => undefined,
    )
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <TextArea
        rows={3}
        maxLength={2000}
        value={answer}
        onChange={event => setAnswer(event.target.value)}
        label={<Trans>Answer to @{name}, who reads exactly this</Trans>}
        hint={<Trans>20 characters at least.</Trans>}
      />
      {wantsSeverity && (
        <div className="max-w-60">
          <SelectField
            label={<Trans>The severity, if you uphold it</Trans>}
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
            label={<Trans>Points to give, if you uphold it</Trans>}
            hint={<Trans>0 where nothing is to be paid.</Trans>}
          />
        </div>
      )}
      <Complaint>{sayProblem(decide.error)}</Complaint>
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-40 flex-1 text-12 text-ink-3 max-md:w-full max-md:flex-none">
          {appeal.decider &&
            (appeal.byMe ? (
              <Trans>You decided this. As the only administrator you may answer.</Trans>
            ) : (
              <Trans>
                decided by <PersonName plain person={appeal.decider} />
              </Trans>
            ))}
        </span>
        <Button disabled={!long} busy={decide.isPending} onClick={() => send(false)}>
          <Trans>Keep the decision</Trans>
        </Button>
        <Button kind="primary" disabled={!long || !fits} busy={decide.isPending} onClick={() => send(true)}>
          <Effect appeal={appeal} />
        </Button>
      </div>
      {!appeal.stands && (
        <p className="text-12 text-ink-3">
          <Trans>The decision was changed meanwhile: upholding changes nothing more, and is told.</Trans>
        </p>
      )}
    </div>
  )
}

/** What upholding does. */
function Effect({ appeal }: { appeal: Appeal }) {
  const name = appeal.person.username ?? '–'
  const points = appeal.gives?.points ?? 0
  const number = appeal.subject?.number ?? 0
  if (!appeal.stands) return <Trans>Uphold</Trans>
  switch (appeal.subjectType) {
    case 'risk':
      if (appeal.subject?.label === 'hold') return <Trans>Let @{name} go</Trans>
      return <Trans>Unlink @{name}</Trans>
    case 'suspension':
      return <Trans>Let @{name} in again</Trans>
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
