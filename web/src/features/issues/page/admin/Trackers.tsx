import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ExternalLink, Plus } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import type { IssueView } from '#/entities/issue/view'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { trackersQuery } from '#/entities/tracker/queries'
import type { Tracker, TrackerLink } from '#/entities/tracker/schema'
import { type TrackerCommand, useTrackerCommand } from '#/features/issues/api'
import { trimmedFieldsOf } from '#/lib/form'
import { usePageCommands } from '#/lib/page-commands'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { Dialog } from '#/ui/Dialog'
import { Keys } from '#/ui/Keys'
import { safeAddress } from '#/ui/markdown/safe-address'
import { Menu, MenuItem } from '#/ui/Menu'
import { Panel } from '#/ui/Panel'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** Where an issue is known outside, and the ways there. Nothing, where no tracker is connected. */
export function Trackers({ view: { issue, trackers } }: { view: IssueView }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const all = useQuery(trackersQuery).data ?? []
  const command = useTrackerCommand(issue.number)
  const [linking, setLinking] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const there = new Set(trackers.filter(({ phase }) => phase !== 'failed').map(({ tracker }) => tracker.id))
  const open = all.filter(({ id, state }) => state === 'on' && !there.has(id))

  const run = (wanted: TrackerCommand, said: string) =>
    command.mutate(wanted, { onSuccess: () => toast({ tone: 'success', title: said }) })
  const create = ({ id, name }: Tracker) =>
    run({ name: 'trackerIssueCreate', tracker: id }, t`It is being created in ${name}.`)
  function createOrChoose() {
    if (open.length > 1) setChoosing(true)
    else if (open[0]) create(open[0])
  }
  usePageCommands(
    open.length > 0 && issue.visibility !== 'private'
      ? [{ id: 'tracker', label: t`Create it in a tracker`, keys: ['t'], run: createOrChoose }]
      : [],
  )
  if (all.length === 0 && trackers.length === 0) return null

  return (
    <Panel title={<Trans>Trackers</Trans>}>
      <div className="grid gap-2.5">
        {trackers.map(link => (
          <OneLink
            key={link.tracker.id}
            link={link}
            onUnlink={() =>
              run(
                { name: 'trackerIssueUnlink', tracker: link.tracker.id },
                t`It is no longer linked with ${link.tracker.name}.`,
              )
            }
          />
        ))}
        {issue.visibility === 'private' ? (
          <p className="text-12 text-ink-3">
            <Trans>A private report does not go to a tracker.</Trans>
          </p>
        ) : (
          <span className="flex flex-wrap gap-1.5">
            {open.length === 1 && open[0] && (
              <Button
                size="small"
                busy={command.isPending}
                onClick={createOrChoose}
                icon={<Plus size={14} aria-hidden />}
                keys={<Keys of={['t']} />}
              >
                <Trans>Create in {open[0].name}</Trans>
              </Button>
            )}
            {open.length > 1 && (
              <Menu
                open={choosing}
                onOpenChange={setChoosing}
                trigger={
                  <Button
                    size="small"
                    busy={command.isPending}
                    icon={<Plus size={14} aria-hidden />}
                    keys={<Keys of={['t']} />}
                  >
                    <Trans>Create in…</Trans>
                  </Button>
                }
              >
                {open.map(tracker => (
                  <MenuItem key={tracker.id} onSelect={() => create(tracker)}>
                    {tracker.name}
                  </MenuItem>
                ))}
              </Menu>
            )}
            {open.length > 0 && (
              <Button size="small" kind="ghost" onClick={() => setLinking(true)}>
                <Trans>Link one that is there…</Trans>
              </Button>
            )}
          </span>
        )}
        {!linking && <Complaint>{sayProblem(command.error)}</Complaint>}
      </div>
      {linking && (
        <LinkThere
          busy={command.isPending}
          problem={sayProblem(command.error)}
          onClose={() => setLinking(false)}
          onLink={url =>
            command.mutate(
              { name: 'trackerIssueLink', url },
              {
                onSuccess: () => {
                  toast({ tone: 'success', title: t`It is being linked.` })
                  setLinking(false)
                },
              },
            )
          }
        />
      )}
    </Panel>
  )
}

function OneLink({ link, onUnlink }: { link: TrackerLink; onUnlink: () => void }) {
  const { t } = useLingui()
  const { tracker, ref, url, state, phase, problem, proposal } = link
  const name = tracker.name || tracker.kind
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        {ref && url ? (
          <a
            href={safeAddress(url) ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center gap-1"
          >
            {name} {ref}
            <ExternalLink size={12} strokeWidth={2.1} aria-hidden />
          </a>
        ) : (
          <span className="text-ink-2">{name}</span>
        )}
        {phase === 'waiting' && (
          <Badge>
            <Trans>on its way</Trans>
          </Badge>
        )}
        {(phase === 'failed' || phase === 'gone' || phase === 'paused') && (
          <Badge tone="warning">
            {phase === 'failed' ? (
              <Trans>did not arrive</Trans>
            ) : phase === 'gone' ? (
              <Trans>gone there</Trans>
            ) : (
              <Trans>paused</Trans>
            )}
          </Badge>
        )}
        {state && <Badge>{state}</Badge>}
        {phase !== 'waiting' && phase !== 'failed' && (
          <span className="ml-auto">
            <Button size="small" kind="ghost" onClick={onUnlink} aria-label={t`Unlink ${name}`}>
              <Trans>Unlink</Trans>
            </Button>
          </span>
        )}
      </div>
      {problem && <p className="text-12 text-warning">{problem}</p>}
      {proposal && (
        <p className="text-12 text-ink-2">
          <Link to="/notifications" className="underline underline-offset-2">
            <Trans>It proposes a decision</Trans>
          </Link>
        </p>
      )}
    </div>
  )
}

interface LinkProps {
  busy: boolean
  problem: React.ReactNode
  onClose: () => void
  onLink: (url: string) => void
}

function LinkThere({ busy, problem, onClose, onLink }: LinkProps) {
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    onLink(trimmedFieldsOf(event, 'url').url)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Link an issue of a tracker</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" type="submit" form="tracker-link" busy={busy}>
            <Trans>Link</Trans>
          </Button>
        </>
      }
    >
      <form id="tracker-link" onSubmit={submit} className="grid gap-3.5">
        <TextField
          name="url"
          type="url"
          required
          data-autofocus
          label={<Trans>Its address there</Trans>}
          hint={<Trans>From then on the two are kept in line.</Trans>}
        />
        <Complaint>{problem}</Complaint>
      </form>
    </Dialog>
  )
}
