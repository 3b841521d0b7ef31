import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { bpsText, indexText, tokenText } from '#/entities/reward/amount'
import type { Figures, RewardToken } from '#/entities/reward/schema'
import { figure } from '#/lib/number'

interface Props {
  figures: Figures
  token: RewardToken
  unit: string
}

/** A payout in six figures. */
export function PreviewFigures({ figures, token, unit }: Props) {
  const text = (amount: string) => tokenText(amount, token.decimals, unit)
  const { symbol } = token
  return (
    <dl className="grid grid-cols-3 max-md:grid-cols-2">
      <Figure value={figure(figures.people)} name={<Trans>people paid</Trans>} />
      <Figure value={text(figures.median)} name={<Trans>median, {symbol}</Trans>} />
      <Figure
        value={bpsText(figures.top10Bps)}
        name={<Trans>to the top 10 ({bpsText(figures.proportionalTop10Bps)} if proportional)</Trans>}
      />
      <Figure value={indexText(figures.giniBps)} name={<Trans>Gini, 0 is even</Trans>} />
      <Figure value={text(figures.carried)} name={<Trans>kept for later: no wallet, or set aside</Trans>} />
      <Figure value={text(figures.unallocated)} name={<Trans>unallocated</Trans>} />
    </dl>
  )
}

function Figure({ value, name }: { value: ReactNode; name: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end border-t border-l border-line-faint px-4 py-3 -ml-px">
      <dt className="text-12 text-ink-3">{name}</dt>
      <dd className="truncate text-16 font-semibold tabular-nums">{value}</dd>
    </div>
  )
}
