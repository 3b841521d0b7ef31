import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useIssueCommand } from '#/features/issues/api'
import { AskDialog } from '#/features/issues/decide/AskDialog'
import { CloseDialog } from '#/features/issues/decide/CloseDialog'
import { FixedDialog } from '#/features/issues/decide/FixedDialog'
import { MergeDialog } from '#/features/issues/decide/MergeDialog'
import { daysFrom } from '#/features/issues/decide/snooze'
import { useToldOf } from '#/features/issues/decide/use-told-of'
import type { IssueView } from '#/features/issues/model'
import { caseQuery, qualityOf } from '#/features/issues/triage/api'
import { WouldPay } from '#/features/issues/triage/WouldPay'
import { useWords } from '#/features/issues/use-words'
import { SEVERITIES } from '#/features/issues/words'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { useExplain } from '#/ui/explain'
import { Panel } from '#/ui/Panel'
import { Segmented } from '#/ui/Segmented'
import { SelectField } from '#/ui/SelectField'

export type Asking = 'close' | 'ask' | 'merge' | 'fixed' | null

interface Props {
  view: IssueView
  asking: Asking
  onAsk: (asking: Asking) => void
}

/** What an administrator decides about one issue. */
export function AdminPanel({ view, asking, onAsk }: Props) {
  const { t } = useLingui()
  const explain = useExplain()
  const told = useToldOf()
  const { programme } = useWords()
  const { issue, may } = view
  const command = useIssueCommand(issue.number)
  const paid = useQuery(caseQuery(issue.number, qualityOf(issue)))
  const can = (name: string) => may.triage.includes(name)

  function run(name: string, params: Record<string, unknown> = {}) {
    command.mutate(
      { name, params: { ...params, seen: issue.lastActivityAt } },
      {
        onSuccess: decision => {
          onAsk(null)
          told(issue.number, decision)
        },
      },
    )
  }

  const problem = command.error ? explain(command.error).words : null
  const dialog = { busy: command.isPending, problem, onClose: () => onAsk(null) }
  return (
    <Panel title={<Trans>Decide</Trans>}>
      <div className="grid gap-3">
        <Moves can={can} onRun={run} onAsk={onAsk} />
        {issue.kind === 'bug' && can('issueSetSeverity') && (
          <Labelled label={<Trans>Severity</Trans>}>
            <Segmented
              label={t`Severity`}
              value={issue.severity ?? ''}
              onChange={severity => run('issueSetSeverity', { severity })}
              options={SEVERITIES.map(value => ({ value, label: value }))}
            />
          </Labelled>
        )}
        {can('issueSetQuality') && (
          <Labelled label={<Trans>Quality</Trans>}>
            <Segmented
              label={t`Quality`}
              value={issue.quality ?? ''}
              onChange={quality => run('issueSetQuality', { quality })}
              options={['A', 'B', 'C'].map(value => ({ value, label: value }))}
            />
          </Labelled>
        )}
        {can('issueSetArea') && (
          <SelectField
            label={<Trans>Area</Trans>}
            value={issue.area}
            onChange={event => run('issueSetArea', { area: event.target.value })}
          >
            {programme?.areas.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <Tags view={view} onRun={run} />
        {paid.data && <WouldPay of={paid.data} waiting={paid.isPlaceholderData} />}
        {!asking && <Complaint>{problem}</Complaint>}
      </div>
      {asking === 'close' && <CloseDialog {...dialog} onDecide={params => run('issueClose', params)} />}
      {asking === 'ask' && <AskDialog {...dialog} onDecide={question => run('issueAskInfo', { question })} />}
      {asking === 'fixed' && <FixedDialog {...dialog} onDecide={build => run('issueMarkFixed', { build })} />}
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

function Labelled({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between gap-3">
      <span className="text-12 font-medium text-ink-2">{label}</span>
      {children}
    </div>
  )
}

interface MovesProps {
  can: (name: string) => boolean
  onRun: (name: string, params?: Record<string, unknown>) => void
  onAsk: (asking: Asking) => void
}

/** The ways on from here; only those the server would take. */
function Moves({ can, onRun, onAsk }: MovesProps) {
  const moves: { name: string; label: ReactNode; run: () => void }[] = [
    { name: 'issueAccept', label: <Trans>Accept</Trans>, run: () => onRun('issueAccept') },
    { name: 'issueStart', label: <Trans>Start</Trans>, run: () => onRun('issueStart') },
    { name: 'issueStop', label: <Trans>Stop</Trans>, run: () => onRun('issueStop') },
    { name: 'issueMarkFixed', label: <Trans>Mark fixed…</Trans>, run: () => onAsk('fixed') },
    { name: 'issueAskInfo', label: <Trans>Ask…</Trans>, run: () => onAsk('ask') },
    { name: 'issueMerge', label: <Trans>Duplicate…</Trans>, run: () => onAsk('merge') },
    { name: 'issueUnmerge', label: <Trans>Unmerge</Trans>, run: () => onRun('issueUnmerge') },
    { name: 'issueClose', label: <Trans>Close…</Trans>, run: () => onAsk('close') },
    {
      name: 'issueSnooze',
      label: <Trans>Snooze a week</Trans>,
      run: () => onRun('issueSnooze', { until: daysFrom(Date.now(), 7) }),
    },
    {
      name: 'issueAssign',
      label: <Trans>Assign to me</Trans>,
      run: () => onRun('issueAssign', { user: 'me' }),
    },
    { name: 'issueUndo', label: <Trans>Undo the last one</Trans>, run: () => onRun('issueUndo') },
  ]
  return (
    <div className="flex flex-wrap gap-1.5">
      {moves
        .filter(({ name }) => can(name))
        // A bug is accepted with its severity, which is asked for in triage.
        .filter(({ name }) => name !== 'issueAccept')
        .map(({ name, label, run }) => (
          <Button key={name} size="small" onClick={run}>
            {label}
          </Button>
        ))}
    </div>
  )
}

function Tags({ view: { issue, may }, onRun }: { view: IssueView; onRun: MovesProps['onRun'] }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  if (!may.triage.includes('issueTag')) return null
  return (
    <form
      className="flex flex-wrap items-center gap-1.5"
      onSubmit={event => {
        event.preventDefault()
        const tag = text.trim()
        if (tag) onRun('issueTag', { add: [tag], remove: [] })
        setText('')
      }}
    >
      {issue.tags.map(tag => (
        <button
          key={tag}
          type="button"
          aria-label={t`Remove the tag ${tag}`}
          onClick={() => onRun('issueTag', { add: [], remove: [tag] })}
          className="inline-flex h-5 items-center gap-1 rounded-1 border border-line-strong px-[7px] text-12 text-ink-2 hover:text-ink max-md:h-(--touch)"
        >
          {tag} <span aria-hidden>×</span>
        </button>
      ))}
      <input
        id="tag-field"
        aria-label={t`Add a tag`}
        placeholder={t`Add a tag`}
        value={text}
        maxLength={40}
        onChange={event => setText(event.target.value)}
        className="h-6 min-w-0 flex-1 rounded-1 border border-line bg-transparent px-2 text-12 max-md:h-(--touch) max-md:text-16"
      />
    </form>
  )
}
