import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import type { IssueView } from '#/entities/issue/view'
import { daysFrom } from '#/features/issues/decide/snooze'
import type { Step } from '#/features/issues/page/admin/NextStep'
import type { Decisions } from '#/features/issues/page/use-decisions'
import { Button } from '#/ui/Button'
import { Keys } from '#/ui/Keys'
import { Menu, MenuItem, MenuRule } from '#/ui/Menu'

interface Props {
  view: IssueView
  decisions: Decisions
  /** What is a button already. */
  step: Step
}

interface Move {
  name: string
  label: ReactNode
  keys?: string[]
  run: () => void
}

/** All that can be done with an issue besides the next step; only what the server would take. */
export function MoreMoves({ view: { issue }, decisions: { can, run, onAsk, onWait }, step }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const isPrivate = issue.visibility === 'private'
  const snooze = (days: number) => run('issueSnooze', { until: daysFrom(Date.now(), days) })
  const moves: Move[] = [
    ...(step === 'start'
      ? []
      : [{ name: 'issueStart', label: <Trans>Start</Trans>, run: () => run('issueStart') }]),
    ...(step === 'fixed'
      ? []
      : [
          {
            name: 'issueMarkFixed',
            label: <Trans>Mark fixed…</Trans>,
            keys: ['f'],
            run: () => onAsk('fixed'),
          },
        ]),
    { name: 'issueStop', label: <Trans>Stop</Trans>, run: () => run('issueStop') },
    {
      name: 'issueAskInfo',
      label: <Trans>Ask the reporter…</Trans>,
      keys: ['4'],
      run: () => onAsk('ask'),
    },
    { name: 'issueUnmerge', label: <Trans>Unmerge</Trans>, run: () => run('issueUnmerge') },
    { name: 'issueSnooze', label: <Trans>Snooze for a day</Trans>, run: () => snooze(1) },
    { name: 'issueSnooze', label: <Trans>Snooze for three days</Trans>, run: () => snooze(3) },
    { name: 'issueSnooze', label: <Trans>Snooze for a week</Trans>, run: () => snooze(7) },
    {
      name: 'issueSetVisibility',
      label: isPrivate ? <Trans>Make public</Trans> : <Trans>Make private</Trans>,
      run: () => run('issueSetVisibility', { visibility: isPrivate ? 'programme' : 'private' }),
    },
    { name: 'issueLinkExternal', label: <Trans>Link…</Trans>, run: () => onAsk('link') },
    {
      name: 'issueResettle',
      label: <Trans>Recalculate points…</Trans>,
      run: () => onWait({ name: '', params: {} }),
    },
  ].filter(({ name }) => can(name))
  const isWaiting = issue.status === 'new'
  if (moves.length === 0 && !isWaiting && !can('issueUndo')) return null
  return (
    <Menu
      align="end"
      trigger={
        <Button shape="icon" aria-label={t`More decisions`} icon={<Ellipsis size={16} aria-hidden />} />
      }
    >
      {moves.map(({ name, label, keys, run: act }, order) => (
        <MenuItem
          key={`${name}${order}`}
          keys={keys && issue.status !== 'fixed' && <Keys of={keys} />}
          onSelect={act}
        >
          {label}
        </MenuItem>
      ))}
      {isWaiting && (
        <MenuItem
          onSelect={() =>
            void navigate({
              to: '/review/$kind/{-$item}',
              params: { kind: 'reports', item: String(issue.number) },
            })
          }
        >{t`Open in Review`}</MenuItem>
      )}
      {can('issueUndo') && (
        <>
          <MenuRule />
          <MenuItem onSelect={() => run('issueUndo')}>
            <Trans>Undo the last decision</Trans>
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
