import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { buildsQuery } from '#/entities/build/queries'
import { MISSION_KIND } from '#/entities/mission/messages'
import { type Mission, MISSION_KINDS } from '#/entities/mission/schema'
import { networksQuery } from '#/entities/network/queries'
import { seasonsQuery } from '#/entities/season/queries'
import { BRIEF, type Draft, type DraftFault, toParams, POINTS, TITLE } from '#/features/missions/editor/draft'
import { figure } from '#/lib/number'
import { momentOf, utcField } from '#/lib/utc-field'
import { Checkbox, Radio } from '#/ui/Choice'
import { SelectField } from '#/ui/SelectField'
import { TextArea } from '#/ui/TextArea'
import { TextField } from '#/ui/TextField'

interface Props {
  draft: Draft
  set: (part: Partial<Draft>) => void
  faults: DraftFault[]
  frozen: boolean
}

const hasFault = (faults: DraftFault[], field: DraftFault['field']) =>
  faults.some(each => each.field === field)

/** What the mission is called, what it pays, and why it is asked for. */
export function TextFields({ draft, set, faults, frozen }: Props) {
  const { t } = useLingui()
  const wrong = (field: DraftFault['field'], words: ReactNode) =>
    hasFault(faults, field) ? words : undefined
  return (
    <div className="grid gap-3.5 border-t border-line-faint px-4 py-3.5">
      <div className="grid grid-cols-2 items-start gap-3">
        <div className="col-span-2">
          <TextField
            label={<Trans>Title</Trans>}
            value={draft.title}
            maxLength={TITLE.most}
            onChange={event => set({ title: event.target.value })}
            error={wrong(
              'title',
              <Trans>
                {TITLE.least} to {TITLE.most} characters.
              </Trans>,
            )}
            after={
              <span className="text-12 text-ink-3" aria-hidden>
                {draft.title.length} / {TITLE.most}
              </span>
            }
          />
        </div>
        <TextField
          label={<Trans>Reward</Trans>}
          inputMode="numeric"
          disabled={frozen}
          value={draft.points}
          onChange={event => set({ points: event.target.value })}
          error={wrong(
            'points',
            <Trans>
              {POINTS.least} to {POINTS.most}.
            </Trans>,
          )}
          after={<span className="text-12 text-ink-3">{t`points`}</span>}
        />
        <SelectField
          label={<Trans>Kind</Trans>}
          value={draft.kind}
          disabled={frozen}
          onChange={event =>
            set({ kind: MISSION_KINDS.find(kind => kind === event.target.value) ?? 'guided' })
          }
        >
          {MISSION_KINDS.map(kind => (
            <option key={kind} value={kind}>
              {t(MISSION_KIND[kind])}
            </option>
          ))}
        </SelectField>
      </div>
      <TextArea
        rows={4}
        maxLength={BRIEF}
        label={<Trans>What to try, and why</Trans>}
        value={draft.brief}
        onChange={event => set({ brief: event.target.value })}
      />
    </div>
  )
}

const LEVELS = [0, 1, 2, 3]

/** Who may do it, how many, when, and who looks at it. */
export function PlanFields({ draft, set, faults, frozen, mission }: Props & { mission: Mission | null }) {
  const { t } = useLingui()
  const builds = useQuery(buildsQuery).data ?? []
  const wrong = (field: DraftFault['field'], words: ReactNode) =>
    hasFault(faults, field) ? words : undefined
  return (
    <>
      <Part title={<Trans>Who can take part</Trans>}>
        <div className="grid grid-cols-3 items-start gap-3 max-md:grid-cols-1">
          <SelectField
            label={<Trans>Trust</Trans>}
            value={draft.minTrust}
            disabled={frozen}
            onChange={event => set({ minTrust: Number(event.target.value) })}
          >
            {LEVELS.map(level => (
              <option key={level} value={level}>
                {level === 0 ? t`Everyone` : t`Level ${level} or higher`}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={<Trans>Build</Trans>}
            value={draft.build}
            disabled={frozen}
            onChange={event => set({ build: event.target.value })}
          >
            <option value="">{t`Any`}</option>
            {builds
              .filter(({ ordinal }) => ordinal > 0)
              .map(({ id, channel, version }) => (
                <option key={id} value={id}>
                  {channel} {version}
                </option>
              ))}
          </SelectField>
          <TextField
            label={<Trans>Takes about</Trans>}
            inputMode="numeric"
            disabled={frozen}
            value={draft.minutes}
            onChange={event => set({ minutes: event.target.value })}
            error={wrong('minutes', <Trans>1 to 600.</Trans>)}
            after={<span className="text-12 text-ink-3">{t`minutes`}</span>}
          />
        </div>
        <Networks draft={draft} set={set} frozen={frozen} />
      </Part>
      <Part title={<Trans>Places and time</Trans>}>
        <div className="grid grid-cols-2 items-start gap-3 max-md:grid-cols-1">
          <TextField
            label={<Trans>Places</Trans>}
            inputMode="numeric"
            placeholder={t`no limit`}
            value={draft.capacity}
            onChange={event => set({ capacity: event.target.value })}
            error={wrong('capacity', <Trans>1 to 1,000,000, or empty.</Trans>)}
            hint={
              mission && mission.taken > 0 ? (
                <Plural value={mission.taken} one="# is taken." other="# are taken." />
              ) : undefined
            }
          />
          <TextField
            type="datetime-local"
            label={<Trans>Opens, UTC</Trans>}
            disabled={frozen}
            value={utcField(draft.opensAt)}
            onChange={event => set({ opensAt: momentOf(event.target.value) })}
          />
          <TextField
            type="datetime-local"
            label={<Trans>Ends, UTC</Trans>}
            disabled={frozen}
            value={utcField(draft.closesAt)}
            onChange={event => set({ closesAt: momentOf(event.target.value) })}
            error={wrong('closesAt', <Trans>It ends before it opens.</Trans>)}
          />
          <SeasonField draft={draft} set={set} frozen={frozen} />
        </div>
        <Budget draft={draft} />
      </Part>
      <Part title={<Trans>Review</Trans>}>
        <ReviewFields draft={draft} set={set} frozen={frozen} percentError={wrong('percent', t`1 to 99.`)} />
      </Part>
    </>
  )
}

function Part({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-3 border-t border-line-faint px-4 py-3.5">
      <h3 className="text-13">{title}</h3>
      {children}
    </div>
  )
}

type FieldProps = Pick<Props, 'draft' | 'set' | 'frozen'>

function Networks({ draft, set, frozen }: FieldProps) {
  const networks = useQuery(networksQuery).data ?? []
  if (networks.length === 0) return null
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1.5">
      <legend className="mb-1.5 text-12 font-medium text-ink-2">
        <Trans>Networks (outages extend the deadline)</Trans>
      </legend>
      {networks.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          disabled={frozen}
          checked={draft.networks.includes(id)}
          onChange={event =>
            set({
              networks: event.target.checked
                ? [...draft.networks, id]
                : draft.networks.filter(each => each !== id),
            })
          }
        />
      ))}
    </fieldset>
  )
}

function SeasonField({ draft, set, frozen }: FieldProps) {
  const { t } = useLingui()
  const seasons = useQuery(seasonsQuery).data ?? []
  const shown = seasons.filter(
    ({ state, number }) => state === 'draft' || state === 'live' || number === draft.season,
  )
  return (
    <SelectField
      label={<Trans>Season</Trans>}
      disabled={frozen}
      value={draft.season ?? ''}
      onChange={event => set({ season: event.target.value === '' ? null : Number(event.target.value) })}
    >
      <option value="">{t`The running season`}</option>
      {shown.map(({ number, name }) => (
        <option key={number} value={number}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** The most it can cost. */
function Budget({ draft }: { draft: Draft }) {
  const { points, capacity } = toParams(draft)
  return (
    <p className="text-12 text-ink-3">
      {capacity === null ? (
        <Trans>Unlimited places mean unlimited points.</Trans>
      ) : (
        <Trans>
          It pays at most <b className="text-gold-text">{figure(points * capacity)}</b> points.
        </Trans>
      )}
    </p>
  )
}

function ReviewFields({ draft, set, frozen, percentError }: FieldProps & { percentError: ReactNode }) {
  const { t } = useLingui()
  const option = (mode: Draft['review'], label: ReactNode) => (
    <Radio
      name="review"
      label={label}
      disabled={frozen}
      checked={draft.review === mode}
      onChange={() => set({ review: mode })}
    />
  )
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <legend className="sr-only">{t`Review`}</legend>
      {option('auto', <Trans>Automatic only</Trans>)}
      {option('sample', <Trans>Some by the team</Trans>)}
      {option('manual', <Trans>All by the team</Trans>)}
      {draft.review === 'sample' && (
        <div className="w-40">
          <TextField
            label={<span className="sr-only">{t`Of a hundred`}</span>}
            inputMode="numeric"
            disabled={frozen}
            value={draft.percent}
            onChange={event => set({ percent: event.target.value })}
            error={percentError}
            after={<span className="text-12 whitespace-nowrap text-ink-3">{t`of a hundred`}</span>}
          />
        </div>
      )}
    </fieldset>
  )
}
