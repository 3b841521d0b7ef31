import { Trans } from '@lingui/react/macro'
import { amountText } from '#/entities/evidence/amount'
import type { Explanation, Swap, Token } from '#/entities/evidence/explanation'
import type { Evidence } from '#/entities/evidence/schema'
import { shortHash } from '#/lib/hash'
import { figure } from '#/lib/number'
import { clockOf } from '#/lib/time'

/** What a token is called; without a name, its address, shortened. */
export const tokenName = ({ symbol, address }: Token, native: string | null): string =>
  symbol ?? (address ? shortHash(address) : (native ?? '?'))

const timeOf = (seconds: number) => clockOf(new Date(seconds * 1000).toISOString())

/** "1,200 USDC → WETH". */
export function SwapLine({ swap, native }: { swap: Swap; native: string | null }) {
  const { tokenIn, tokenOut, amountIn, amountOut } = swap
  return (
    <b className="font-medium text-ink">
      {amountIn && `${amountText(amountIn, tokenIn.decimals)} `}
      {tokenName(tokenIn, native)} → {amountOut && `${amountText(amountOut, tokenOut.decimals)} `}
      {tokenName(tokenOut, native)}
    </b>
  )
}

/** What was wanted, what became of it, and what it cost. */
export function SwapWords({ evidence }: { evidence: Evidence }) {
  const { explanation, network, isMine } = evidence
  if (!explanation) return null
  const { swap, chainStatus, blockNumber, blockTime } = explanation
  const native = network?.nativeSymbol ?? null
  const failed = chainStatus !== 'success'
  const fee = feeOf(explanation)
  return (
    <>
      {swap && (
        <>
          {!failed ? null : isMine ? <Trans>You wanted</Trans> : <Trans>Wanted:</Trans>}{' '}
          <SwapLine swap={swap} native={native} />
          {swap.minOut && (
            <>
              , <Trans>at least {amountText(swap.minOut, swap.tokenOut.decimals)}</Trans>
            </>
          )}
          {failed && swap.deadline && (
            <>
              , <Trans>before {timeOf(swap.deadline)}</Trans>
            </>
          )}
          {'. '}
        </>
      )}
      {blockNumber !== null && blockTime !== null && (
        <Trans>
          Mined {timeOf(blockTime)} UTC in block {figure(blockNumber)}.
        </Trans>
      )}{' '}
      {fee && (
        <Trans>
          The fee was {amountText(fee, network?.nativeDecimals ?? 18)} {native ?? ''}.
        </Trans>
      )}
    </>
  )
}

function feeOf({ gasUsed, gasPrice }: Explanation): string | null {
  if (!gasUsed || !gasPrice) return null
  try {
    const fee = BigInt(gasUsed) * BigInt(gasPrice)
    return fee > 0n ? String(fee) : null
  } catch {
    return null
  }
}
