import { useQuery } from '@tanstack/react-query'
import { type Check, type CheckNames, NATIVE, type TokenName } from '#/entities/mission/check'
import { networksQuery } from '#/entities/network/queries'
import { tokensQuery } from '#/entities/network/tokens'

/** The tokens that a check of a network can name. */
export interface TokenChoice extends TokenName {
  id: string
}

/** What the ids of a check are called, and what it can name on its network. */
export function useCheckNames(check: Check): { names: CheckNames; tokens: TokenChoice[] } {
  const networks = useQuery(networksQuery).data ?? []
  const registered = useQuery({ ...tokensQuery(check.network), enabled: check.network !== '' }).data ?? []
  const network = networks.find(({ id }) => id === check.network)
  const tokens: TokenChoice[] = [
    ...(network
      ? [{ id: NATIVE, symbol: network.nativeSymbol ?? 'ETH', decimals: network.nativeDecimals }]
      : []),
    ...registered,
  ]
  // Those that were taken out of the registry since, as the check itself names them.
  for (const [id, name] of [
    [check.tokenIn, check.names?.tokenIn],
    [check.tokenOut, check.names?.tokenOut],
  ] as const)
    if (id && name && !tokens.some(token => token.id === id)) tokens.push({ id, ...name })
  const named = (id: string | null) => tokens.find(token => token.id === id) ?? null
  return {
    tokens,
    names: {
      network: network?.name ?? check.names?.network ?? '…',
      chainId: network?.chainId ?? 0,
      tokenIn: named(check.tokenIn) ?? check.names?.tokenIn ?? null,
      tokenOut: named(check.tokenOut) ?? check.names?.tokenOut ?? null,
    },
  }
}
