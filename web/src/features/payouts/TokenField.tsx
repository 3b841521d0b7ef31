import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Network } from '#/entities/network/schema'
import { networksQuery } from '#/entities/network/queries'
import type { RewardToken } from '#/entities/reward/schema'
import { tokensQuery } from '#/entities/network/tokens'
import { shortHash } from '#/lib/hash'
import { SelectField } from '#/ui/SelectField'

interface Props {
  token: RewardToken | null
  onChange: (token: RewardToken | null) => void
}

/** The network's own coin, as a value of the list. */
const COIN = 'coin'

/** Which token, of those the programme knows: a typed address would be a payout in something else. */
export function TokenField({ token, onChange }: Props) {
  const { t } = useLingui()
  const networks = useQuery(networksQuery)
  const [chosen, setChosen] = useState<string | null>(null)
  const rows = networks.data ?? []
  const network =
    rows.find(({ id }) => id === chosen) ?? rows.find(({ chainId }) => chainId === token?.chainId)
  const tokens = useQuery({ ...tokensQuery(network?.id ?? ''), enabled: network !== undefined })
  const value = token && network?.chainId === token.chainId ? (token.address?.toLowerCase() ?? COIN) : ''

  function choose(address: string) {
    if (!network) return
    const known = tokens.data?.find(row => row.address.toLowerCase() === address)
    if (address === COIN) onChange(coinOf(network))
    else if (known)
      onChange({
        symbol: known.symbol,
        address: known.address,
        decimals: known.decimals,
        chainId: network.chainId,
      })
  }

  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="grid grid-cols-2 gap-3">
        <SelectField
          label={<Trans>Network</Trans>}
          value={network?.id ?? ''}
          onChange={event => {
            setChosen(event.target.value)
            onChange(null)
          }}
        >
          <option value="">{t`choose`}</option>
          {rows.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={<Trans>Token</Trans>}
          value={value}
          disabled={!network}
          onChange={event => choose(event.target.value)}
        >
          <option value="">{t`choose`}</option>
          {/* A token that was chosen before stays, also where the registry has lost it. */}
          {token?.address && !tokens.data?.some(row => row.address.toLowerCase() === value) && (
            <option value={value}>{token.symbol}</option>
          )}
          {tokens.data?.map(row => (
            <option key={row.id} value={row.address.toLowerCase()}>
              {row.symbol}
            </option>
          ))}
          {network && <option value={COIN}>{t`${network.nativeSymbol ?? 'ETH'}, native coin`}</option>}
        </SelectField>
      </div>
      <p className="text-12 text-ink-3">
        {token?.address ? (
          <>
            <span className="mono" title={token.address}>
              {shortHash(token.address)}
            </span>{' '}
            <Trans>{token.decimals} decimals</Trans>
          </>
        ) : token ? (
          <Trans>Paid by transfers: native coins cannot be claimed with a proof.</Trans>
        ) : (
          <Trans>
            Not in the list? Describe it under{' '}
            <Link to="/admin/settings/$tab" params={{ tab: 'contracts' }}>
              Contracts and tokens
            </Link>
            .
          </Trans>
        )}
      </p>
    </div>
  )
}

const coinOf = ({ nativeSymbol, nativeDecimals, chainId }: Network): RewardToken => ({
  symbol: nativeSymbol ?? 'ETH',
  address: null,
  decimals: nativeDecimals,
  chainId,
})
