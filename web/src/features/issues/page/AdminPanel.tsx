import { Trans } from '@lingui/react/macro'
import { SEVERITIES } from '#/entities/issue/schema'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { IssueView } from '#/entities/issue/view'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { Assignee } from '#/features/issues/page/admin/Assignee'
import { Tags } from '#/features/issues/page/admin/Tags'
import type { Decisions } from '#/features/issues/page/use-decisions'
import { figure } from '#/lib/number'
import { FormError } from '#/ui/FormError'
import { Panel } from '#/ui/Panel'
import { SelectField } from '#/ui/SelectField'

interface Props {
  view: IssueView
  decisions: Decisions
}

/** The grades of an issue, who handles it, and where it belongs. */
export function AdminPanel({ view: { issue, points }, decisions }: Props) {
  const { sayProblem } = useProblemMessages()
  const messages = useIssueMessages()
  const { can, run, regrade, command, asking, waiting } = decisions
  const isGraded = issue.kind === 'bug' && issue.severity && can('issueSetSeverity')
  const changes = ['issueSetQuality', 'issueAssign', 'issueSetArea', 'issueTag', 'issueResettle'].some(can)
  if (!isGraded && !changes) return null
  return (
    <Panel title={<Trans>Decide</Trans>}>
      <div className="grid gap-3">
        <div className="grid grid-cols-2 gap-3 empty:hidden">
          {isGraded && (
            <SelectField
              label={<Trans>Severity</Trans>}
              value={issue.severity ?? ''}
              onChange={({ target }) => regrade('issueSetSeverity', { severity: target.value })}
            >
              {SEVERITIES.map(severity => (
                <option key={severity} value={severity}>
                  {messages.severity(severity)}
                </option>
              ))}
            </SelectField>
          )}
          {can('issueSetQuality') && (
            <SelectField
              label={<Trans>Quality</Trans>}
              value={issue.quality ?? ''}
              onChange={({ target }) => regrade('issueSetQuality', { quality: target.value })}
            >
              {issue.quality === null && <option value="">–</option>}
              {['A', 'B', 'C'].map(quality => (
                <option key={quality}>{quality}</option>
              ))}
            </SelectField>
          )}
        </div>
        {can('issueAssign') && <Assignee issue={issue} onRun={run} />}
        {can('issueSetArea') && <Area issue={issue} onRun={run} />}
        {can('issueTag') && <Tags issue={issue} onRun={run} />}
        {can('issueResettle') && <Differs points={points} />}
        {!asking && !waiting && <FormError>{sayProblem(command.error)}</FormError>}
      </div>
    </Panel>
  )
}

function Area({ issue, onRun }: { issue: IssueView['issue']; onRun: Decisions['run'] }) {
  const { programme } = useIssueMessages()
  return (
    <SelectField
      label={<Trans>Area</Trans>}
      value={issue.area}
      onChange={event => onRun('issueSetArea', { area: event.target.value })}
    >
      {programme?.areas.map(({ key, name }) => (
        <option key={key} value={key}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** Points that were paid by an earlier grade. */
function Differs({ points }: Pick<IssueView, 'points'>) {
  const paid = points?.purse ?? 0
  if (!points || points.worth === null || points.worth === points.purse) return null
  return (
    <p className="text-12 text-ink-3">
      <Trans>
        Regraded after settlement: {figure(paid)} points were paid, the new grade pays {figure(points.worth)}.
      </Trans>
    </p>
  )
}
