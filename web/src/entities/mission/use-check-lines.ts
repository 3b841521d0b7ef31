import { useLingui } from '@lingui/react/macro'
import { amountText } from '#/entities/evidence/amount'
import type { Check, CheckNames, TokenName } from '#/entities/mission/check'
import { ROLE } from '#/entities/mission/messages'

/** What a check looks at, a line for each part; to testers exactly as it is built. */
export function useCheckLines() {
  const { t } = useLingui()

  function swapOf({ event, tokenIn, tokenOut }: Check, names: CheckNames): string | null {
    const [into, out] = [names.tokenIn?.symbol, names.tokenOut?.symbol]
    if (tokenIn && tokenOut) return t`${into ?? '…'} in, ${out ?? '…'} out`
    if (tokenIn) return t`${into ?? '…'} in`
    if (tokenOut) return t`${out ?? '…'} out`
    if (event === 'swap') return t`any swap`
    return event === 'transfer' ? t`a token moves to or from you` : null
  }

  function amountOf({ minAmount, maxAmount }: Check, token: TokenName | null): string | null {
    const symbol = token?.symbol ?? ''
    const amount = (units: string) => `${amountText(units, token?.decimals ?? 0)} ${symbol}`.trim()
    if (minAmount && maxAmount) return t`between ${amount(minAmount)} and ${amount(maxAmount)}`
    if (minAmount) return t`at least ${amount(minAmount)}`
    return maxAmount ? t`at most ${amount(maxAmount)}` : null
  }

  function statusOf({ status }: Check): string {
    if (status === 'success') return t`it succeeds`
    return status === 'reverted' ? t`it fails` : t`it may succeed or fail`
  }

  return (check: Check, given?: CheckNames | null): string[] => {
    const names = given ?? check.names ?? { network: '…', chainId: 0, tokenIn: null, tokenOut: null }
    const role = ROLE[check.toRole]
    const to = role ? t(role) : check.toRole
    return [
      check.ownerMatch === 'yes'
        ? t`sent from your linked wallet`
        : t`from your linked wallet, also through a relayer`,
      t`on ${names.network}`,
      t`to ${to}`,
      check.method ? t`calls ${check.method}` : null,
      swapOf(check, names),
      amountOf(check, names.tokenIn),
      t`after you start`,
      statusOf(check),
    ].filter(line => line !== null)
  }
}
