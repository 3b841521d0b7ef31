import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Mission, MissionState } from '#/entities/mission/schema'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useExtendMission, useSetMissionState } from '#/features/missions/editor/api'
import { useDuplicate } from '#/features/missions/editor/use-duplicate'
import { figure } from '#/lib/number'
import { clockOf, dayOf } from '#/lib/time'
import { momentOf, utcField } from '#/lib/utc-field'
import { Button } from '#/ui/Button'
import { FormDialog } from '#/ui/FormDialog'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

const NEXT: Record<MissionState, MissionState[]> = {
  draft: ['scheduled', 'live', 'archived'],
  scheduled: ['draft', 'live', 'ended'],
  live: ['paused', 'ended'],
  paused: ['live', 'ended'],
  ended: ['archived'],
  archived: [],
}

/** What can follow: a mission opens by itself only if it says when, and that is to come. */
export function nextStates(
  { state, opensAt }: Pick<Mission, 'state' | 'opensAt'>,
  now: number,
): MissionState[] {
  const opensLater = opensAt !== null && Date.parse(opensAt) > now
  return NEXT[state].filter(next => next !== 'scheduled' || opensLater)
}

/** What is done with a mission as a whole. */
export function StateActions({ mission, isSaved }: { mission: Mission; isSaved: boolean }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState<MissionState | null>(null)
  const [isExtending, setExtending] = useState(false)
  const [now] = useState(Date.now)
  const duplicate = useDuplicate(mission)
  const canExtend = (mission.state === 'live' || mission.state === 'paused') && mission.closesAt !== null
  return (
    <>
      {mission.state !== 'draft' && (
        <Link to="/missions/$slug" params={{ slug: mission.slug }} className="text-12">{t`View`}</Link>
      )}
      <Button size="small" kind="ghost" busy={duplicate.busy} onClick={duplicate.run}>{t`Duplicate`}</Button>
      {canExtend && (
        <Button size="small" kind="ghost" onClick={() => setExtending(true)}>
          <Trans>Extend…</Trans>
        </Button>
      )}
      {nextStates(mission, now)
        .toReversed()
        .map((next, order, all) => (
          <Button
            key={next}
            size="small"
            kind={order === all.length - 1 ? 'plain' : 'ghost'}
            disabled={!isSaved}
            onClick={() => setAsking(next)}
          >
            <StateDeed from={mission.state} to={next} />
          </Button>
        ))}
      {asking && <StateDialog mission={mission} to={asking} onClose={() => setAsking(null)} />}
      {isExtending && <ExtendDialog mission={mission} onClose={() => setExtending(false)} />}
    </>
  )
}

function StateDeed({ from, to }: { from: MissionState; to: MissionState }) {
  switch (to) {
    case 'scheduled':
      return <Trans>Schedule…</Trans>
    case 'live':
      return from === 'paused' ? <Trans>Resume…</Trans> : <Trans>Go live…</Trans>
    case 'paused':
      return <Trans>Pause…</Trans>
    case 'ended':
      return <Trans>End…</Trans>
    case 'archived':
      return <Trans>Archive…</Trans>
    case 'draft':
      return <Trans>Back to draft…</Trans>
  }
}

/** What will happen, in words. */
function Consequence({ mission, to }: { mission: Mission; to: MissionState }): ReactNode {
  const { opensAt, points, capacity } = mission
  switch (to) {
    case 'scheduled':
      return (
        <Trans>
          Testers see it now, and can start it from {dayOf(opensAt ?? '')}, {clockOf(opensAt ?? '')} UTC.
        </Trans>
      )
    case 'live':
      if (mission.state === 'paused') return <Trans>Testers can start it again.</Trans>
      return capacity === null ? (
        <Trans>Testers can start it at once. Steps, points and review can no longer be changed.</Trans>
      ) : (
        <Trans>
          Testers can start it at once, and it pays at most {figure(points * capacity)} points. Steps, points
          and review can no longer be changed.
        </Trans>
      )
    case 'paused':
      return <Trans>Testers can no longer start it. Those who have started can continue.</Trans>
    case 'ended':
      return <Trans>Testers can no longer start or submit it. Unsubmitted work expires.</Trans>
    case 'archived':
      return <Trans>It is removed from the lists. Paid points stay.</Trans>
    case 'draft':
      return <Trans>Testers no longer see it.</Trans>
  }
}

interface DialogProps {
  mission: Mission
  onClose: () => void
}

function StateDialog({ mission, to, onClose }: DialogProps & { to: MissionState }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const change = useSetMissionState()
  const [reason, setReason] = useState('')
  const [now] = useState(Date.now)
  // Those who are at it read why.
  const asksReason = to === 'paused' || to === 'ended'

  function decide() {
    change.mutate(
      { mission: mission.id, state: to, ...(reason.trim() ? { reason: reason.trim() } : {}) },
      {
        onSuccess: ({ expired }) => {
          toast({
            tone: 'success',
            title: t`Done.`,
            detail:
              expired && expired > 0 ? (
                <Plural value={expired} one="# submission expired." other="# submissions expired." />
              ) : undefined,
          })
          onClose()
        },
      },
    )
  }

  return (
    <FormDialog
      title={mission.title}
      submit={<Decided from={mission.state} to={to} />}
      danger={to === 'ended'}
      busy={change.isPending}
      problem={sayProblem(change.error)}
      onSubmit={decide}
      onClose={onClose}
    >
      <p>
        <Consequence mission={mission} to={to} />
      </p>
      {to === 'live' && mission.opensAt && Date.parse(mission.opensAt) > now && (
        <p>
          <Trans>It opens now instead of on {dayOf(mission.opensAt)}.</Trans>
        </p>
      )}
      {asksReason && (
        <TextField
          label={<Trans>Reason (optional)</Trans>}
          maxLength={500}
          value={reason}
          onChange={event => setReason(event.target.value)}
        />
      )}
    </FormDialog>
  )
}

function Decided({ from, to }: { from: MissionState; to: MissionState }) {
  switch (to) {
    case 'scheduled':
      return <Trans>Schedule</Trans>
    case 'live':
      return from === 'paused' ? <Trans>Resume</Trans> : <Trans>Go live</Trans>
    case 'paused':
      return <Trans>Pause</Trans>
    case 'ended':
      return <Trans>End the mission</Trans>
    case 'archived':
      return <Trans>Archive</Trans>
    case 'draft':
      return <Trans>Back to draft</Trans>
  }
}

function ExtendDialog({ mission, onClose }: DialogProps) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const extend = useExtendMission()
  const [typed, setTyped] = useState(utcField(mission.closesAt))
  const [reason, setReason] = useState('')
  const closesAt = momentOf(typed)
  const isLater = closesAt !== null && Date.parse(closesAt) > Date.parse(mission.closesAt ?? '')

  return (
    <FormDialog
      title={<Trans>A later end</Trans>}
      submit={<Trans>Extend</Trans>}
      busy={extend.isPending}
      disabled={!isLater || reason.trim() === ''}
      problem={sayProblem(extend.error)}
      onSubmit={() =>
        closesAt &&
        extend.mutate(
          { mission: mission.id, closesAt, reason: reason.trim() },
          {
            onSuccess: () => {
              toast({ tone: 'success', title: t`The mission ends later.` })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <TextField
        type="datetime-local"
        data-autofocus
        label={<Trans>Ends, UTC</Trans>}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        hint={<Trans>It can only be moved to a later time.</Trans>}
      />
      <TextField
        label={<Trans>Reason</Trans>}
        maxLength={500}
        value={reason}
        onChange={event => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
