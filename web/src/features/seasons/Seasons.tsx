import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, Plus } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { checklistQuery, seasonsQuery } from '#/entities/season/queries'
import type { Season } from '#/entities/season/schema'
import { useSaveSeason, useSeasonState } from '#/features/seasons/api'
import { trimmedFieldsOf } from '#/lib/form'
import { secondsUntil } from '#/lib/seconds-until'
import { clockOf, dayOf, spanOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { FormDialog } from '#/ui/FormDialog'
import { EmptyState } from '#/ui/EmptyState'
import { Hash } from '#/ui/Hash'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

/** The seasons, where each stands, and its next step. */
export function Seasons() {
  const [editing, setEditing] = useState<Season | 'new' | null>(null)
  const query = useQuery(seasonsQuery)
  return (
    <Panel
      flush
      title={<Trans>Seasons</Trans>}
      actions={
        <Button size="small" onClick={() => setEditing('new')} icon={<Plus size={14} aria-hidden />}>
          <Trans>New season</Trans>
        </Button>
      }
    >
      <Await
        query={query}
        skeleton={<SkeletonRows rows={3} />}
        failed={<Trans>Couldn’t load the seasons.</Trans>}
      >
        {rows =>
          rows.length === 0 ? (
            <EmptyState
              title={<Trans>No season yet.</Trans>}
              actions={
                <Button onClick={() => setEditing('new')}>
                  <Trans>Plan the first season</Trans>
                </Button>
              }
            >
              <Trans>Points earned outside a season are shown but not ranked.</Trans>
            </EmptyState>
          ) : (
            <ul className="border-t border-line-faint">
              {rows.map(season => (
                <SeasonLine key={season.number} season={season} onEdit={() => setEditing(season)} />
              ))}
            </ul>
          )
        }
      </Await>
      {editing && (
        <SeasonForm
          season={editing === 'new' ? null : editing}
          others={query.data ?? []}
          onClose={() => setEditing(null)}
        />
      )}
    </Panel>
  )
}

type State = Season['state']
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** "14 Nov, 10:20". */
const minuteOf = (at: string) => `${dayOf(at)}, ${clockOf(at)}`

const NEXT: Partial<Record<State, State>> = {
  draft: 'live',
  live: 'review',
  review: 'final',
  final: 'archived',
}

function SeasonLine({ season, onEdit }: { season: Season; onEdit: () => void }) {
  const { t } = useLingui()
  const [now] = useState(Date.now)
  const [step, setStep] = useState<State | null>(null)
  const next = NEXT[season.state]
  return (
    <li className="border-t border-line-faint px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <b className="font-semibold">{season.name}</b>
        <StateBadge state={season.state} />
        <span className="text-12 text-ink-3">
          <Trans>
            {minuteOf(season.startsAt)} – {minuteOf(season.endsAt)} UTC
          </Trans>
          {season.state === 'live' && (
            <>
              {' · '}
              <Trans>ends in {spanOf(secondsUntil(season.endsAt, now))}</Trans>
            </>
          )}
          {' · '}
          <Plural value={season.people} one="# tester" other="# testers" />
          {' · '}
          <Plural value={season.entries} one="# entry" other="# entries" />
        </span>
        {season.finalHash && <Hash value={season.finalHash} />}
        <span className="ml-auto flex gap-2">
          {(season.state === 'draft' || season.state === 'live') && (
            <Button size="small" onClick={onEdit} aria-label={t`Edit ${season.name}`}>{t`Edit`}</Button>
          )}
          {next && (
            <Button size="small" onClick={() => setStep(next)}>
              <StepWord to={next} />
            </Button>
          )}
        </span>
      </div>
      {step && <StepDialog season={season} to={step} onClose={() => setStep(null)} />}
    </li>
  )
}

function StateBadge({ state }: { state: State }) {
  const { t } = useLingui()
  switch (state) {
    case 'draft':
      return <Badge>{t`Planned`}</Badge>
    case 'live':
      return <Badge tone="success">{t`Running`}</Badge>
    case 'review':
      return <Badge tone="info">{t`Being checked`}</Badge>
    case 'final':
      return <Badge>{t`Final`}</Badge>
    default:
      return <Badge>{t`Archived`}</Badge>
  }
}

function StepWord({ to }: { to: State }) {
  switch (to) {
    case 'live':
      return <Trans>Start…</Trans>
    case 'review':
      return <Trans>End…</Trans>
    case 'final':
      return <Trans>Make it final…</Trans>
    default:
      return <Trans>Archive…</Trans>
  }
}

/** The same without the dots: this button does it. */
function StepDone({ to }: { to: State }) {
  switch (to) {
    case 'live':
      return <Trans>Start now</Trans>
    case 'review':
      return <Trans>End now</Trans>
    case 'final':
      return <Trans>Make it final</Trans>
    default:
      return <Trans>Archive it</Trans>
  }
}

function StepDialog({ season, to, onClose }: { season: Season; to: State; onClose: () => void }) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const set = useSeasonState()
  const checked = to === 'final' || to === 'review'
  const list = useQuery({ ...checklistQuery(season.number), enabled: checked })
  const [now] = useState(Date.now)
  const early = new Date(season.startsAt).getTime() > now
  const checkedUntil = new Date(now + season.reviewDays * DAY).toISOString()
  const done: Partial<Record<State, string>> = {
    live: t`${season.name} is running.`,
    review: t`${season.name} has ended. Its results are being checked.`,
    final: t`${season.name} is final.`,
    archived: t`${season.name} is archived.`,
  }
  const effects: Partial<Record<State, string>> = {
    live: early
      ? t`It begins now instead of on ${minuteOf(season.startsAt)}. Points count for it from now on. Only one season can run.`
      : t`Points count for it from now on. Only one season can run.`,
    review: t`It ends now. New reports count for the next season. Until it starts, their points are unranked. Results are checked until ${dayOf(checkedUntil)}, and places may still change.`,
    final: t`All open points are settled, the last checkpoint is written and the ledger is sealed. This cannot be undone.`,
    archived: t`It is removed from the lists. Its page and ledger stay.`,
  }
  function go() {
    set.mutate(
      { number: season.number, state: to },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: done[to] })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      title={season.name}
      submit={<StepDone to={to} />}
      danger={to === 'final'}
      busy={set.isPending}
      problem={sayProblem(set.error)}
      onSubmit={go}
      onClose={onClose}
    >
      <p>{effects[to]}</p>
      {checked && (
        <div>
          <Await
            query={list}
            skeleton={<SkeletonRows rows={2} />}
            failed={<Trans>Couldn’t load the checklist.</Trans>}
          >
            {items => (
              <ul className="grid grid-cols-1 gap-1.5">
                {items.map(item => (
                  <li key={item.key} className="flex items-start gap-2">
                    {item.ok ? (
                      <Check
                        size={14}
                        strokeWidth={1.9}
                        className="mt-[3px] flex-none text-success"
                        aria-hidden
                      />
                    ) : (
                      <CircleAlert
                        size={14}
                        strokeWidth={1.9}
                        className="mt-[3px] flex-none text-warning"
                        aria-hidden
                      />
                    )}
                    <span>{item.sentence}</span>
                  </li>
                ))}
              </ul>
            )}
          </Await>
        </div>
      )}
    </FormDialog>
  )
}

/** A time as the field takes it, not before `at`: fields have no seconds. */
const inputTime = (at: string) =>
  new Date(Math.ceil(Date.parse(at) / MINUTE) * MINUTE).toISOString().slice(0, 16)

/** The first moment that no season has yet, for a new one to begin at. */
function freeFrom(seasons: Season[], now: number): string {
  const ends = seasons.map(({ endsAt }) => Date.parse(endsAt))
  return new Date(Math.max(now, ...ends)).toISOString()
}

interface FormProps {
  season: Season | null
  others: Season[]
  onClose: () => void
}

function SeasonForm({ season, others, onClose }: FormProps) {
  const [free] = useState(() => freeFrom(others, Date.now()))
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const save = useSaveSeason()
  const begun = season !== null && season.state !== 'draft'
  function submit(event: SubmitEvent<HTMLFormElement>) {
    const { name, startsAt, endsAt, reviewDays } = trimmedFieldsOf(
      event,
      'name',
      'startsAt',
      'endsAt',
      'reviewDays',
    )
    save.mutate(
      {
        ...(season ? { number: season.number } : {}),
        name,
        // A season that was opened early began at a second, which the field cannot show.
        startsAt: begun ? season.startsAt : new Date(`${startsAt}Z`).toISOString(),
        endsAt: new Date(`${endsAt}Z`).toISOString(),
        reviewDays: Number(reviewDays),
      },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`${name} is saved.` })
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      onClose={onClose}
      title={season ? season.name : <Trans>New season</Trans>}
      submit={<Trans>Save</Trans>}
      busy={save.isPending}
      problem={sayProblem(save.error)}
      onSubmit={submit}
    >
      <TextField
        name="name"
        required
        maxLength={60}
        data-autofocus
        defaultValue={season?.name}
        label={<Trans>Name</Trans>}
      />
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <TextField
          name="startsAt"
          type="datetime-local"
          required
          readOnly={begun}
          defaultValue={inputTime(season?.startsAt ?? free)}
          label={<Trans>Begins, UTC</Trans>}
          hint={begun ? <Trans>The season has begun, so this cannot be changed.</Trans> : undefined}
        />
        <TextField
          name="endsAt"
          type="datetime-local"
          required
          defaultValue={season ? inputTime(season.endsAt) : undefined}
          label={<Trans>Ends, UTC</Trans>}
        />
      </div>
      <TextField
        name="reviewDays"
        type="number"
        min={0}
        max={60}
        required
        defaultValue={season?.reviewDays ?? 7}
        label={<Trans>Days to check the results</Trans>}
      />
    </FormDialog>
  )
}
