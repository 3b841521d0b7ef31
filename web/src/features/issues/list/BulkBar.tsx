import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check, ChevronDown, CircleSlash, Ellipsis, GitMerge, UserRound, X } from 'lucide-react'
import { useState } from 'react'
import { type IssueRow, SEVERITIES } from '#/entities/issue/schema'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useBulk } from '#/features/issues/api'
import { administratorsQuery } from '#/features/issues/decide/api'
import { CloseDialog } from '#/features/issues/decide/CloseDialog'
import { MergeDialog } from '#/features/issues/decide/MergeDialog'
import { daysFrom } from '#/features/issues/decide/snooze'
import { TagDialog } from '#/features/issues/decide/TagDialog'
import { bottomBar } from '#/lib/bottom-bar'
import { Button } from '#/ui/Button'
import { Menu, MenuItem, MenuLabel, MenuRule } from '#/ui/Menu'
import { toast } from '#/ui/toasts'

/** The most that are decided at once. */
const MOST = 200

interface Props {
  /** What was chosen. */
  rows: IssueRow[]
  onDone: () => void
  /** Chooses everything that the list has loaded. */
  onAll: () => void
}

interface Batch {
  rows: IssueRow[]
  params: object
}

type Run = (command: string, ...batches: Batch[]) => void

/** One decision about everything that was chosen. */
export function BulkBar({ rows: all, onDone, onAll }: Props) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const bulk = useBulk()
  const [asking, setAsking] = useState<'close' | 'merge' | 'tag' | null>(null)
  const rows = all.slice(0, MOST)
  if (rows.length === 0) return null

  const run: Run = (command, ...batches) => {
    const sent = batches
      .filter(batch => batch.rows.length > 0)
      .map(batch =>
        bulk.mutateAsync({
          command,
          numbers: batch.rows.map(({ number }) => number),
          params: batch.params,
        }),
      )
    Promise.all(sent).then(
      answers => {
        const done = answers.flatMap(answer => answer.done).length
        const refused = answers.flatMap(answer => answer.refused)
        toast({
          tone: refused.length > 0 ? 'info' : 'success',
          title: <Plural value={done} one="# issue changed." other="# issues changed." />,
          detail: refused
            .slice(0, 3)
            .map(({ number, reason }) => `#${number}: ${reason}`)
            .join(' '),
        })
        setAsking(null)
        onDone()
      },
      error => toast({ tone: 'danger', title: t`Not everything was changed.`, detail: sayProblem(error) }),
    )
  }

  const glyph = { size: 14, strokeWidth: 1.9, 'aria-hidden': true } as const
  const dialog = { busy: bulk.isPending, onClose: () => setAsking(null) }
  return (
    <section
      ref={bottomBar}
      aria-label={t`Selected issues`}
      className="sticky bottom-3 z-(--z-sticky) mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-1.5 rounded-3 bg-overlay p-1.5 pl-4 shadow-overlay"
    >
      <strong className="mr-2 font-medium">
        <Plural value={all.length} one="# selected" other="# selected" />
      </strong>
      <Button size="small" kind="ghost" onClick={onAll}>{t`All in the list`}</Button>
      <Accept rows={rows} onRun={run} />
      <Assign rows={rows} onRun={run} />
      <Button size="small" icon={<GitMerge {...glyph} />} onClick={() => setAsking('merge')}>
        <Trans>Duplicates of…</Trans>
      </Button>
      <Button size="small" icon={<CircleSlash {...glyph} />} onClick={() => setAsking('close')}>
        <Trans>Close…</Trans>
      </Button>
      <More rows={rows} onRun={run} onTag={() => setAsking('tag')} />
      <Button
        kind="ghost"
        size="small"
        shape="icon"
        aria-label={t`Clear selection`}
        onClick={onDone}
        icon={<X {...glyph} />}
      />
      {asking === 'close' && (
        <CloseDialog {...dialog} onDecide={params => run('issueClose', { rows, params })} />
      )}
      {asking === 'merge' && (
        <MergeDialog {...dialog} onDecide={into => run('issueMerge', { rows, params: { into } })} />
      )}
      {asking === 'tag' && (
        <TagDialog
          onClose={() => setAsking(null)}
          onDecide={tag => run('issueTag', { rows, params: { add: [tag], remove: [] } })}
        />
      )}
    </section>
  )
}

interface PartProps {
  rows: IssueRow[]
  onRun: Run
}

const chevron = <ChevronDown size={12} strokeWidth={2.1} aria-hidden />

/** Accepts all that were chosen: bugs with a severity, everything else without. */
function Accept({ rows, onRun }: PartProps) {
  const messages = useIssueMessages()
  const bugs = rows.filter(({ kind }) => kind === 'bug')
  const others = rows.filter(({ kind }) => kind !== 'bug')
  const icon = <Check size={14} strokeWidth={1.9} aria-hidden />
  if (bugs.length === 0)
    return (
      <Button size="small" icon={icon} onClick={() => onRun('issueAccept', { rows: others, params: {} })}>
        <Trans>Accept</Trans>
      </Button>
    )
  return (
    <Menu
      trigger={
        <Button size="small" icon={icon} keys={chevron}>
          <Trans>Accept</Trans>
        </Button>
      }
    >
      {SEVERITIES.map(severity => (
        <MenuItem
          key={severity}
          onSelect={() =>
            onRun('issueAccept', { rows: bugs, params: { severity } }, { rows: others, params: {} })
          }
        >
          <Trans>
            as {severity} {messages.severity(severity)}
          </Trans>
        </MenuItem>
      ))}
    </Menu>
  )
}

function Assign({ rows, onRun }: PartProps) {
  const administrators = useQuery(administratorsQuery)
  const to = (user: string | null) => onRun('issueAssign', { rows, params: { user } })
  return (
    <Menu
      trigger={
        <Button size="small" icon={<UserRound size={14} strokeWidth={1.9} aria-hidden />} keys={chevron}>
          <Trans>Assign</Trans>
        </Button>
      }
    >
      <MenuItem onSelect={() => to('me')}>
        <Trans>Assign to me</Trans>
      </MenuItem>
      {(administrators.data ?? []).map(({ id, username }) => (
        <MenuItem key={id} onSelect={() => to(id)}>
          @{username ?? '…'}
        </MenuItem>
      ))}
      <MenuRule />
      <MenuItem onSelect={() => to(null)}>
        <Trans>Unassign</Trans>
      </MenuItem>
    </Menu>
  )
}

function More({ rows, onRun, onTag }: PartProps & { onTag: () => void }) {
  const { t } = useLingui()
  const { programme } = useIssueMessages()
  const show = (visibility: string) => onRun('issueSetVisibility', { rows, params: { visibility } })
  const snooze = (days: number) =>
    onRun('issueSnooze', { rows, params: { until: daysFrom(Date.now(), days) } })
  return (
    <Menu
      align="end"
      trigger={
        <Button
          size="small"
          shape="icon"
          aria-label={t`More for selected issues`}
          icon={<Ellipsis size={14} aria-hidden />}
        />
      }
    >
      <MenuItem onSelect={() => snooze(1)}>
        <Trans>Snooze for a day</Trans>
      </MenuItem>
      <MenuItem onSelect={() => snooze(7)}>
        <Trans>Snooze for a week</Trans>
      </MenuItem>
      <MenuItem onSelect={onTag}>{t`Add a tag…`}</MenuItem>
      <MenuItem onSelect={() => show('private')}>
        <Trans>Make private</Trans>
      </MenuItem>
      <MenuItem onSelect={() => show('programme')}>
        <Trans>Make public</Trans>
      </MenuItem>
      <MenuRule />
      <MenuLabel>{t`Move to the area`}</MenuLabel>
      {programme?.areas.map(({ key, name }) => (
        <MenuItem key={key} onSelect={() => onRun('issueSetArea', { rows, params: { area: key } })}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
