import { Trans, useLingui } from '@lingui/react/macro'
import { timeBefore } from '#/features/issues/before/entries'
import type { RecordedQuote } from '#/features/issues/before/recording'
import { percent } from '#/lib/number'
import { Facts } from '#/ui/Facts'
import { Hash } from '#/ui/Hash'

interface Props {
  quote: RecordedQuote
  /** The time to count back from. */
  zero: number
  chainName: (chain: number) => string
}

/** What the app had promised. Amounts are digits in the smallest unit: a page says no decimals. */
export function QuoteFacts({ quote, zero, chainName }: Props) {
  const { t } = useLingui()
  const { tokenIn, tokenOut, route, chainId, quoteBlock, quotedAt, slippageBps, priceImpactBps } = quote
  const amount = (value: string | number | undefined, token?: string | number) =>
    value === undefined ? null : (
      <>
        <span className="mono [overflow-wrap:anywhere]">{value}</span> {token !== undefined && name(token)}
      </>
    )
  const facts = [
    { name: t`Route`, value: route },
    { name: t`Network`, value: chainId !== undefined && chainName(Number(chainId)) },
    { name: t`Amount in`, value: amount(quote['amountIn'], tokenIn) },
    { name: t`Expected in`, value: amount(quote['expectedIn'], tokenIn) },
    { name: t`Expected out`, value: amount(quote['expectedOut'], tokenOut) },
    { name: t`At least`, value: amount(quote['minOut'], tokenOut) },
    { name: t`Slippage`, value: share(slippageBps) },
    { name: t`Price impact`, value: share(priceImpactBps) },
    { name: t`Block`, value: quoteBlock },
    { name: t`Quoted`, value: Number.isFinite(Number(quotedAt)) && timeBefore(Number(quotedAt), zero) },
  ]
  return (
    <div className="border-t border-line-faint px-4 py-3">
      <h4 className="mb-2 text-12 font-medium text-ink-2">
        <Trans>Quote</Trans>
      </h4>
      <Facts facts={facts.filter(({ value }) => value)} />
    </div>
  )
}

const name = (token: string | number) =>
  /^0x[\da-f]{40}$/i.test(String(token)) ? <Hash value={String(token)} /> : token

function share(bps: string | number | undefined) {
  const part = Number(bps) / 100
  return Number.isFinite(part) ? percent(part, 2) : null
}
