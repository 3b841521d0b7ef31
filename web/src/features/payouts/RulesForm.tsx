import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { clsx } from 'clsx'
import { CURVE_LABEL, ROUNDING_LABEL } from '#/entities/reward/messages'
import { CURVES, type Curve, type Figures, ROUNDINGS, type Rounding } from '#/entities/reward/schema'
import type { Draft, Wrong } from '#/features/payouts/draft'
import { TiersField } from '#/features/payouts/TiersField'
import { TokenField } from '#/features/payouts/TokenField'
import { Radio } from '#/ui/Choice'
import { Panel } from '#/ui/Panel'
import { SelectField } from '#/ui/SelectField'
import { TextField } from '#/ui/TextField'

interface Props {
  draft: Draft
  wrong: Wrong[]
  figures: Figures | undefined
  onChange: (part: Partial<Draft>) => void
}

/** Steps an amount may have, by places behind the point. */
const PLACES = [0, 2, 4, 6]

/** How much, of what, and by which formula. */
export function RulesForm({ draft, wrong, figures, onChange }: Props) {
  const { t } = useLingui()
  // An empty field is not wrong before something was typed.
  const isWrong = (field: Wrong, typed: string) => typed !== '' && wrong.includes(field)
  const decimals = draft.token?.decimals ?? 18
  const places = [...new Set([...PLACES, draft.places])]
    .filter(each => each <= decimals)
    .toSorted((a, b) => a - b)
  return (
    <Panel title={<Trans>Amounts</Trans>} actions={<Note />}>
      <div className="grid grid-cols-1 gap-3.5">
        <TokenField token={draft.token} onChange={token => onChange({ token })} />
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label={<Trans>Pool</Trans>}
            inputMode="decimal"
            value={draft.pool}
            onChange={event => onChange({ pool: event.target.value })}
            after={<span className="text-ink-3">{draft.token?.symbol}</span>}
            error={
              isWrong('pool', draft.pool) ? (
                <Trans>Enter a valid amount.</Trans>
              ) : isWrong('places', draft.pool) ? (
                <Trans>Use whole steps.</Trans>
              ) : undefined
            }
          />
          <SelectField
            label={<Trans>Smallest step</Trans>}
            value={draft.places}
            onChange={event => onChange({ places: Number(event.target.value) })}
          >
            {places.map(each => (
              <option key={each} value={each}>
                {each === 0 ? '1' : `0.${'0'.repeat(each - 1)}1`}
              </option>
            ))}
          </SelectField>
        </div>
        <fieldset className="grid grid-cols-1 gap-0.5">
          <legend className="mb-1.5 text-12 font-medium text-ink-2">{t`Formula`}</legend>
          {CURVES.map(curve => (
            <CurveChoice
              key={curve}
              curve={curve}
              on={draft.curve === curve}
              onChange={() => onChange({ curve })}
            />
          ))}
        </fieldset>
        {draft.curve === 'tiers' && (
          <TiersField
            tiers={draft.tiers}
            wrong={wrong.includes('tiers')}
            onChange={tiers => onChange({ tiers })}
          />
        )}
        <div className="grid grid-cols-2 items-start gap-3">
          <TextField
            label={<Trans>Minimum points</Trans>}
            inputMode="numeric"
            value={draft.minPoints}
            onChange={event => onChange({ minPoints: event.target.value })}
            error={wrong.includes('minPoints') ? <Trans>Enter a whole number.</Trans> : undefined}
          />
          <TextField
            label={<Trans>Cap per person</Trans>}
            inputMode="decimal"
            placeholder={t`none`}
            value={draft.capPercent}
            onChange={event => onChange({ capPercent: event.target.value })}
            after={<span className="text-ink-3">%</span>}
            error={wrong.includes('capPercent') ? <Trans>Between 0.01 and 100.</Trans> : undefined}
          />
        </div>
        {figures && <Touched figures={figures} capped={draft.capPercent.trim() !== ''} />}
        <SelectField
          label={<Trans>Rounding</Trans>}
          value={draft.rounding}
          onChange={event => onChange({ rounding: event.target.value as Rounding })}
        >
          {ROUNDINGS.map(rounding => (
            <option key={rounding} value={rounding}>
              {t(ROUNDING_LABEL[rounding])}
            </option>
          ))}
        </SelectField>
      </div>
    </Panel>
  )
}

function Note() {
  return (
    <span className="text-12 text-ink-3">
      <Trans>nothing is stored before step 5</Trans>
    </span>
  )
}

function CurveChoice({ curve, on, onChange }: { curve: Curve; on: boolean; onChange: () => void }) {
  const { t } = useLingui()
  const { name, note } = CURVE_LABEL[curve]
  return (
    <div className={clsx('-mx-2.5 rounded-2 px-2.5 py-1.5', on && 'bg-active')}>
      <Radio
        name="curve"
        checked={on}
        onChange={onChange}
        label={
          <span>
            {t(name)}
            <span className="block text-12 text-ink-3">{t(note)}</span>
          </span>
        }
      />
    </div>
  )
}

function Touched({ figures, capped }: { figures: Figures; capped: boolean }) {
  return (
    <p className="-mt-1.5 text-12 text-ink-3">
      {capped && (
        <>
          {figures.capped === 0 ? (
            <Trans>The cap applies to no one.</Trans>
          ) : (
            <Plural
              value={figures.capped}
              one="The cap applies to # person."
              other="The cap applies to # people."
            />
          )}{' '}
        </>
      )}
      <Plural
        value={figures.belowMinimum}
        _0="No one is below the minimum."
        one="# person is below the minimum."
        other="# people are below the minimum."
      />
    </p>
  )
}
