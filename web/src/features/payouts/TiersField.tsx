import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import type { TypedTier } from '#/features/payouts/draft'
import { Button } from '#/ui/Button'
import { TextField } from '#/ui/TextField'

interface Props {
  tiers: TypedTier[]
  wrong: boolean
  onChange: (tiers: TypedTier[]) => void
}

/** Bands of ranks and what each person in one weighs. */
export function TiersField({ tiers, wrong, onChange }: Props) {
  const { t } = useLingui()
  const set = (order: number, part: Partial<TypedTier>) =>
    onChange(tiers.map((tier, at) => (at === order ? { ...tier, ...part } : tier)))
  return (
    <fieldset className="grid grid-cols-1 gap-2">
      <legend className="sr-only">{t`Tiers`}</legend>
      {tiers.map((tier, order) => (
        <div key={order} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-end gap-2">
          <TextField
            label={order === tiers.length - 1 ? <Trans>Up to rank, or all</Trans> : <Trans>Up to rank</Trans>}
            inputMode="numeric"
            placeholder={order === tiers.length - 1 ? t`everyone else` : undefined}
            value={tier.upToRank}
            onChange={event => set(order, { upToRank: event.target.value })}
          />
          <TextField
            label={<Trans>Weight of each</Trans>}
            inputMode="numeric"
            value={tier.weight}
            onChange={event => set(order, { weight: event.target.value })}
          />
          <Button
            kind="ghost"
            shape="icon"
            aria-label={t`Remove tier ${order + 1}`}
            disabled={tiers.length === 1}
            onClick={() => onChange(tiers.toSpliced(order, 1))}
            icon={<X size={14} aria-hidden />}
          />
        </div>
      ))}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="small"
          disabled={tiers.length >= 20}
          onClick={() => onChange([...tiers, { upToRank: '', weight: '' }])}
          icon={<Plus size={14} aria-hidden />}
        >{t`Add a tier`}</Button>
        {wrong && (
          <span role="alert" className="text-12 text-danger">
            <Trans>Ranks must rise and weights fall, from 1,000,000 to 1.</Trans>
          </span>
        )}
      </div>
    </fieldset>
  )
}
