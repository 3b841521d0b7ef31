import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Issue } from '#/entities/issue/view'
import { daysFrom } from '#/features/issues/decide/snooze'
import type { RunCommand } from '#/features/issues/page/admin/command'
import type { Asking } from '#/features/issues/page/AdminPanel'
import { Button } from '#/ui/Button'
import { Menu, MenuItem } from '#/ui/Menu'

interface Props {
  issue: Issue
  can: (name: string) => boolean
  onRun: RunCommand
  onAsk: (asking: Asking) => void
}

/** The ways on from here; only those the server would take. */
export function Moves({ issue, can, onRun, onAsk }: Props) {
  const isPrivate = issue.visibility === 'private'
  const moves: { name: string; label: ReactNode; run: () => void }[] = [
    { name: 'issueStart', label: <Trans>Start</Trans>, run: () => onRun('issueStart') },
    { name: 'issueStop', label: <Trans>Stop</Trans>, run: () => onRun('issueStop') },
    { name: 'issueMarkFixed', label: <Trans>Mark fixed…</Trans>, run: () => onAsk('fixed') },
    { name: 'issueAskInfo', label: <Trans>Ask…</Trans>, run: () => onAsk('ask') },
    { name: 'issueMerge', label: <Trans>Duplicate…</Trans>, run: () => onAsk('merge') },
    { name: 'issueUnmerge', label: <Trans>Unmerge</Trans>, run: () => onRun('issueUnmerge') },
    { name: 'issueClose', label: <Trans>Close…</Trans>, run: () => onAsk('close') },
    {
      name: 'issueSetVisibility',
      label: isPrivate ? <Trans>Open to the programme</Trans> : <Trans>Make private</Trans>,
      run: () => onRun('issueSetVisibility', { visibility: isPrivate ? 'programme' : 'private' }),
    },
    { name: 'issueLinkExternal', label: <Trans>Link…</Trans>, run: () => onAsk('link') },
    { name: 'issueUndo', label: <Trans>Undo the last one</Trans>, run: () => onRun('issueUndo') },
  ]
  return (
    <div className="flex flex-wrap gap-1.5">
      {moves
        .filter(({ name }) => can(name))
        .map(({ name, label, run }) => (
          <Button key={name} size="small" onClick={run}>
            {label}
          </Button>
        ))}
      {can('issueSnooze') && <Snooze onRun={onRun} />}
      {issue.status === 'new' && (
        <Link
          to="/issues/triage"
          search={{ number: String(issue.number) }}
          className="inline-flex h-(--control-sm) items-center px-1 text-12"
        >
          <Trans>See it in triage</Trans>
        </Link>
      )}
    </div>
  )
}

function Snooze({ onRun }: { onRun: RunCommand }) {
  const until = (days: number) => onRun('issueSnooze', { until: daysFrom(Date.now(), days) })
  return (
    <Menu
      trigger={
        <Button size="small">
          <Trans>Snooze…</Trans>
        </Button>
      }
    >
      <MenuItem onSelect={() => until(1)}>
        <Trans>For a day</Trans>
      </MenuItem>
      <MenuItem onSelect={() => until(3)}>
        <Trans>For three days</Trans>
      </MenuItem>
      <MenuItem onSelect={() => until(7)}>
        <Trans>For a week</Trans>
      </MenuItem>
    </Menu>
  )
}
