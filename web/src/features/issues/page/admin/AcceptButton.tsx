import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import { SEVERITIES } from '#/entities/issue/schema'
import { SeverityMark } from '#/entities/issue/SeverityMark'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { Issue } from '#/entities/issue/view'
import type { Decisions } from '#/features/issues/page/use-decisions'
import { figure } from '#/lib/number'
import { Button } from '#/ui/Button'
import { Menu, MenuItem } from '#/ui/Menu'

interface Props {
  issue: Issue
  decisions: Decisions
}

/** Accepts a report. For a bug the severity is chosen in its menu, each with what it pays. */
export function AcceptButton({ issue, decisions: { run, wouldPay } }: Props) {
  const { t } = useLingui()
  const messages = useIssueMessages()
  const pays = (grade: string) =>
    wouldPay && (wouldPay[grade] ?? []).reduce((sum, { amount }) => sum + amount, 0)
  if (issue.kind !== 'bug') {
    const amount = pays('base')
    return (
      <Button kind="primary" onClick={() => run('issueAccept')}>
        {amount === undefined ? <Trans>Accept</Trans> : <Trans>Accept, pays {figure(amount)}</Trans>}
      </Button>
    )
  }
  return (
    <Menu
      align="end"
      trigger={
        <Button kind="primary">
          <Trans>Accept as…</Trans>
          <ChevronDown size={14} strokeWidth={1.9} aria-hidden />
        </Button>
      }
    >
      {SEVERITIES.map(severity => {
        const amount = pays(severity)
        return (
          <MenuItem
            key={severity}
            onSelect={() => run('issueAccept', { severity })}
            keys={
              amount !== undefined && (
                <span className="text-12 text-ink-3">
                  <Trans>
                    pays <span className="font-medium text-gold-text">{figure(amount)}</span>
                  </Trans>
                </span>
              )
            }
          >
            <SeverityMark severity={severity} word={messages.severity(severity)} />
            {severity === issue.severityClaimed && (
              <span className="text-12 text-ink-3">{t`as reported`}</span>
            )}
          </MenuItem>
        )
      })}
    </Menu>
  )
}
