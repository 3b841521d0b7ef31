import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { IssueView, TrackerLink } from '#/entities/issue/view'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { connectedTrackersQuery, useTrackerChange } from '#/features/trackers/api'
import { ProposalForm } from '#/features/trackers/ProposalForm'
import { trimmedFieldsOf } from '#/lib/form'
import { usePageCommands } from '#/lib/page-commands'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Keys } from '#/ui/Keys'
import { safeAddress } from '#/ui/markdown/safe-address'
import { Panel } from '#/ui/Panel'
import { TextField } from '#/ui/TextField'

/** Where an issue is at GitHub, Linear or Jira. Nothing of it is shown while none is connected. */
export function TrackerPanel({ view: { issue, trackers } }: { view: IssueView }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const connected = useQuery(connectedTrackersQuery).data ?? []
  const change = useTrackerChange(issue.number)
  const [linking, setLinking] = useState(false)
  const free = connected.filter(({ id }) =>
    trackers.every(({ tracker, phase }) => tracker.id !== id || phase === 'failed'),
  )
  const [first] = free

  const create = (tracker: string) => change.mutate({ name: 'trackerIssueCreate', tracker })
  usePageCommands(
    first
      ? [{ id: 'track', label: t`Create at ${first.name}`, keys: ['x'], run: () => create(first.id) }]
      : [],
  )
  if (connected.length === 0 && trackers.length === 0) return null
  return (
    <Panel title={<Trans>Tracker</Trans>}>
      <div className="grid gap-3">
        {trackers.map(link => (
          <LinkRow
            key={link.tracker.id}
            link={link}
            number={issue.number}
            busy={change.isPending}
            onPart={() => change.mutate({ name: 'trackerIssueUnlink', tracker: link.tracker.id })}
            onResume={url => change.mutate({ name: 'trackerIssueLink', url })}
          />
        ))}
        {free.length > 0 && (
          <div className="flex flex-wrap items-center gap-1.5">
            {free.map(({ id, name }) => (
              <Button key={id} size="small" busy={change.isPending} onClick={() => create(id)}>
                <Trans>Create at {name}</Trans>
                {id === first?.id && <Keys of={['x']} />}
              </Button>
            ))}
            <Button size="small" kind="ghost" onClick={() => setLinking(!linking)}>
              <Trans>Link…</Trans>
            </Button>
          </div>
        )}
        {linking && (
          <form
            className="grid gap-2"
            onSubmit={event => {
              event.preventDefault()
              const { url } = trimmedFieldsOf(event, 'url')
              change.mutate({ name: 'trackerIssueLink', url }, { onSuccess: () => setLinking(false) })
            }}
          >
            <TextField
              name="url"
              type="url"
              required
              maxLength={500}
              autoFocus
              label={<Trans>URL of the tracker issue</Trans>}
            />
            <Button size="small" type="submit" busy={change.isPending}>{t`Link`}</Button>
          </form>
        )}
        <FormError>{sayProblem(change.error)}</FormError>
      </div>
    </Panel>
  )
}

interface RowProps {
  link: TrackerLink
  number: number
  busy: boolean
  onPart: () => void
  onResume: (url: string) => void
}

function LinkRow({ link, number, busy, onPart, onResume }: RowProps) {
  const { t } = useLingui()
  const { tracker, ref, url, state, phase, problem, proposal } = link
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12">
        {ref && url ? (
          <a
            href={safeAddress(url) ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
            className="inline-flex items-center gap-1"
          >
            {ref}
            <ExternalLink size={12} strokeWidth={2.1} aria-hidden />
          </a>
        ) : (
          <span>{tracker.name}</span>
        )}
        <span className="text-ink-3">
          {phase === 'waiting' ? (
            <Trans>pending</Trans>
          ) : phase === 'failed' ? (
            <Trans>not delivered</Trans>
          ) : phase === 'paused' ? (
            <Trans>stopped</Trans>
          ) : phase === 'gone' ? (
            <Trans>deleted there</Trans>
          ) : (
            state
          )}
        </span>
        <span className="ml-auto flex gap-1.5">
          {phase === 'paused' && url && (
            <Button size="small" busy={busy} onClick={() => onResume(url)}>
              <Trans>Resume</Trans>
            </Button>
          )}
          {phase !== 'failed' && (
            <Button
              size="small"
              kind="ghost"
              busy={busy}
              onClick={onPart}
              aria-label={t`Unlink ${ref ?? tracker.name}`}
            >{t`Unlink`}</Button>
          )}
        </span>
      </div>
      {problem && <p className="text-12 text-warning">{problem}</p>}
      {proposal && <ProposalForm key={proposal.id} proposal={proposal} at={tracker.name} number={number} />}
    </div>
  )
}
