import { Trans, useLingui } from '@lingui/react/macro'
import { SEVERITIES } from '#/entities/issue/schema'
import { SeverityMark } from '#/entities/issue/SeverityMark'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { Issue } from '#/entities/issue/view'
import type { TriageCase } from '#/features/issues/model'
import type { RunCommand } from '#/features/issues/page/admin/command'
import { figure } from '#/lib/number'
import { Button } from '#/ui/Button'

interface Props {
  issue: Issue
  paid: TriageCase['wouldPay'] | undefined
  onRun: RunCommand
}

/** Accepts a report: a bug with its severity, each saying what it would pay. */
export function AcceptGrades({ issue, paid, onRun }: Props) {
  const { t } = useLingui()
  const messages = useIssueMessages()
  const total = (grade: string) => (paid?.[grade] ?? []).reduce((sum, { amount }) => sum + amount, 0)
  const pays = (grade: string) =>
    paid && (
      <span className="ml-auto text-12 font-normal text-ink-3">
        <Trans>
          pays <span className="font-medium text-gold-text">{figure(total(grade))}</span>
        </Trans>
      </span>
    )
  if (issue.kind !== 'bug')
    return (
      <Button shape="block" onClick={() => onRun('issueAccept')}>
        <Trans>Accept</Trans> {pays('base')}
      </Button>
    )
  return (
    <div role="group" aria-label={t`Accept as`} className="grid gap-1">
      <p className="text-12 font-medium text-ink-2">
        <Trans>Accept as</Trans>
      </p>
      {SEVERITIES.map(severity => (
        <Button key={severity} size="small" shape="block" onClick={() => onRun('issueAccept', { severity })}>
          <span className="sr-only">
            <Trans>Accept as</Trans>
          </span>
          <SeverityMark severity={severity} word={messages.severity(severity)} />
          {pays(severity)}
        </Button>
      ))}
    </div>
  )
}
