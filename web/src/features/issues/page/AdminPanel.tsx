import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { SEVERITIES } from '#/entities/issue/schema'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import type { Issue, IssueView } from '#/entities/issue/view'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useIssueCommand } from '#/features/issues/api'
import { AskDialog } from '#/features/issues/decide/AskDialog'
import { CloseDialog } from '#/features/issues/decide/CloseDialog'
import { FixedDialog } from '#/features/issues/decide/FixedDialog'
import { MergeDialog } from '#/features/issues/decide/MergeDialog'
import { useDecided } from '#/features/issues/decide/use-decided'
import { AcceptGrades } from '#/features/issues/page/admin/AcceptGrades'
import { Assignee } from '#/features/issues/page/admin/Assignee'
import { type RunCommand, withSeen } from '#/features/issues/page/admin/command'
import { LinkDialog } from '#/features/issues/page/admin/LinkDialog'
import { Moves } from '#/features/issues/page/admin/Moves'
import { Settled } from '#/features/issues/page/admin/Settled'
import { Tags } from '#/features/issues/page/admin/Tags'
import { caseQuery, qualityOf } from '#/features/issues/triage/api'
import { Complaint } from '#/ui/Complaint'
import { Panel } from '#/ui/Panel'
import { Segmented } from '#/ui/Segmented'
import { SelectField } from '#/ui/SelectField'

export type Asking = 'close' | 'ask' | 'merge' | 'fixed' | 'link' | null

interface Props {
  view: IssueView
  asking: Asking
  onAsk: (asking: Asking) => void
}

/** A change that waits for a word about points that are final. */
export interface Waiting {
  name: string
  params: Record<string, unknown>
}

/** What an administrator decides about one issue. */
export function AdminPanel({ view, asking, onAsk }: Props) {
  const { sayProblem } = useProblemMessages()
  const decided = useDecided()
  const { issue, may } = view
  const command = useIssueCommand(issue.number)
  const paid = useQuery(caseQuery(issue.number, qualityOf(issue)))
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const can = (name: string) => may.triage.includes(name)

  const run: RunCommand = (name, params = {}) => {
    command.mutate(
      { name, params: withSeen(name, params, issue.lastActivityAt) },
      {
        onSuccess: decision => {
          onAsk(null)
          decided(name, params, decision)
        },
      },
    )
  }
  /** Points that are final do not follow a new grade: that is said before, and can be chosen. */
  const regrade: RunCommand = (name, params = {}) =>
    issue.settledAt && can('issueResettle') ? setWaiting({ name, params }) : run(name, params)

  const problem = sayProblem(command.error)
  const dialog = { busy: command.isPending, problem, onClose: () => onAsk(null) }
  return (
    <Panel title={<Trans>Decide</Trans>}>
      <div className="grid gap-3">
        {can('issueAccept') && <AcceptGrades issue={issue} paid={paid.data?.wouldPay} onRun={run} />}
        <Moves issue={issue} can={can} onRun={run} onAsk={onAsk} />
        <Grades issue={issue} can={can} onRun={regrade} />
        {can('issueAssign') && <Assignee issue={issue} onRun={run} />}
        {can('issueSetArea') && <Area issue={issue} onRun={run} />}
        {can('issueTag') && <Tags issue={issue} onRun={run} />}
        {can('issueResettle') && (
          <Settled view={view} waiting={waiting} onWait={setWaiting} command={command} decided={decided} />
        )}
        {!asking && !waiting && <Complaint>{problem}</Complaint>}
      </div>
      {asking === 'close' && <CloseDialog {...dialog} onDecide={params => run('issueClose', params)} />}
      {asking === 'ask' && <AskDialog {...dialog} onDecide={question => run('issueAskInfo', { question })} />}
      {asking === 'fixed' && <FixedDialog {...dialog} onDecide={build => run('issueMarkFixed', { build })} />}
      {asking === 'link' && <LinkDialog {...dialog} onDecide={link => run('issueLinkExternal', link)} />}
      {asking === 'merge' && (
        <MergeDialog
          {...dialog}
          near={paid.data?.similar ?? []}
          exclude={issue.number}
          onDecide={into => run('issueMerge', { into })}
        />
      )}
    </Panel>
  )
}

interface PartProps {
  issue: Issue
  onRun: RunCommand
}

function Grades({ issue, can, onRun }: PartProps & { can: (name: string) => boolean }) {
  const { t } = useLingui()
  return (
    <>
      {issue.kind === 'bug' && issue.severity && can('issueSetSeverity') && (
        <Labelled label={<Trans>Severity</Trans>}>
          <Segmented
            label={t`Severity`}
            value={issue.severity ?? ''}
            onChange={severity => onRun('issueSetSeverity', { severity })}
            options={SEVERITIES.map(value => ({ value, label: value }))}
          />
        </Labelled>
      )}
      {can('issueSetQuality') && (
        <Labelled label={<Trans>Quality</Trans>}>
          <Segmented
            label={t`Quality`}
            value={issue.quality ?? ''}
            onChange={quality => onRun('issueSetQuality', { quality })}
            options={['A', 'B', 'C'].map(value => ({ value, label: value }))}
          />
        </Labelled>
      )}
    </>
  )
}

function Area({ issue, onRun }: PartProps) {
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

function Labelled({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="text-12 font-medium text-ink-2">{label}</span>
      {children}
    </div>
  )
}
