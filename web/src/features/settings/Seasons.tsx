import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check, CircleAlert, Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { checklistQuery, seasonsQuery, useSaveSeason, useSeasonState } from '#/features/settings/api'
import type { Season } from '#/features/settings/model'
import { figure } from '#/lib/number'
import { dayOf, secondsUntil, spanOf } from '#/lib/time'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { Dialog } from '#/ui/Dialog'
import { EmptyState } from '#/ui/EmptyState'
import { useExplain } from '#/ui/explain'
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
        failed={<Trans>The seasons did not load.</Trans>}
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
              <Trans>Points that are earned while none runs are shown, and not ranked.</Trans>
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
      {editing && <SeasonForm season={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </Panel>
  )
}

type State = Season['state']
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
          {dayOf(season.startsAt)} – {dayOf(season.endsAt)}
          {season.state === 'live' && (
            <>
              {' · '}
              <Trans>ends in {spanOf(secondsUntil(season.endsAt, now))}</Trans>
            </>
          )}
          {' · '}
          <Trans>{figure(season.people)} testers</Trans>
          {' · '}
          <Trans>{figure(season.entries)} entries</Trans>
        </span>
        {season.finalHash && <Hash value={season.finalHash} />}
        <span className="ml-auto flex gap-2">
          {(season.state === 'draft' || season.state === 'live') && (
            <Button size="small" onClick={onEdit} aria-label={t`Edit ${season.name}`}>
              <Trans>Edit</Trans>
            </Button>
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
  switch (state) {
    case 'draft':
      return (
        <Badge>
          <Trans>Planned</Trans>
        </Badge>
      )
    case 'live':
      return (
        <Badge tone="success">
          <Trans>Running</Trans>
        </Badge>
      )
    case 'review':
      return (
        <Badge tone="info">
          <Trans>Being checked</Trans>
        </Badge>
      )
    case 'final':
      return (
        <Badge>
          <Trans>Final</Trans>
        </Badge>
      )
    default:
      return (
        <Badge>
          <Trans>Archived</Trans>
        </Badge>
      )
  }
}

function StepWord({ to }: { to: State }) {
  switch (to) {
    case 'live':
      return <Trans>Open it…</Trans>
    case 'review':
      return <Trans>End it…</Trans>
    case 'final':
      return <Trans>Make it final…</Trans>
    default:
      return <Trans>Archive…</Trans>
  }
}

function StepDialog({ season, to, onClose }: { season: Season; to: State; onClose: () => void }) {
  const { t } = useLingui()
  const explain = useExplain()
  const set = useSeasonState()
  const checked = to === 'final' || to === 'review'
  const list = useQuery({ ...checklistQuery(season.number), enabled: checked })
  const effects: Partial<Record<State, string>> = {
    live: t`From now on points count for it. Only one season can run.`,
    review: t`New reports count for the next season. Places may still change while results are checked.`,
    final: t`Everything unsettled is settled, the last checkpoint is written, and the ledger is sealed. This cannot be undone.`,
    archived: t`It leaves the lists. Its page and its ledger stay.`,
  }
  function go() {
    set.mutate(
      { number: season.number, state: to },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`${season.name} has moved on.` })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={season.name}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind={to === 'final' ? 'danger' : 'primary'} busy={set.isPending} onClick={go}>
            <StepWord to={to} />
          </Button>
        </>
      }
    >
      <p>{effects[to]}</p>
      {checked && (
        <div className="mt-3">
          <Await
            query={list}
            skeleton={<SkeletonRows rows={2} />}
            failed={<Trans>The checklist did not load.</Trans>}
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
      <div className="mt-3">
        <Complaint>{set.isError && explain(set.error).words}</Complaint>
      </div>
    </Dialog>
  )
}

const inputTime = (at: string) => at.slice(0, 16)

function SeasonForm({ season, onClose }: { season: Season | null; onClose: () => void }) {
  const { t } = useLingui()
  const explain = useExplain()
  const save = useSaveSeason()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '').trim()
    save.mutate(
      {
        ...(season ? { number: season.number } : {}),
        name: text('name'),
        startsAt: new Date(`${text('startsAt')}Z`).toISOString(),
        endsAt: new Date(`${text('endsAt')}Z`).toISOString(),
        reviewDays: Number(text('reviewDays')),
      },
      {
        onSuccess: () => {
          toast({ tone: 'success', title: t`${text('name')} is saved.` })
          onClose()
        },
      },
    )
  }
  const begun = season !== null && season.state !== 'draft'
  return (
    <Dialog
      open
      onClose={onClose}
      title={season ? season.name : <Trans>New season</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button kind="primary" type="submit" form="season" busy={save.isPending}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <form id="season" onSubmit={submit} className="grid grid-cols-1 gap-3.5">
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
            defaultValue={season ? inputTime(season.startsAt) : undefined}
            label={<Trans>Begins, UTC</Trans>}
            hint={begun ? <Trans>It has begun; this stays.</Trans> : undefined}
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
        <Complaint>{save.isError && explain(save.error).words}</Complaint>
      </form>
    </Dialog>
  )
}
