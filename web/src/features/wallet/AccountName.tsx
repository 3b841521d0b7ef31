import { Trans } from '@lingui/react/macro'
import type { LinkedAccount } from '#/features/wallet/api'
import { FAMILY_NAMES } from '#/lib/wallet-family-names'
import { Badge } from '#/ui/Badge'
import { Hash } from '#/ui/Hash'

interface Props {
  account: LinkedAccount
  /** This is where its owner is paid. */
  pays?: boolean
}

/** An address, with what it is below it. */
export function AccountName({ account, pays = false }: Props) {
  return (
    <>
      <Hash value={account.shown} />
      <p className="flex flex-wrap items-center gap-1.5 text-12 text-ink-3 max-md:-mt-1.5 max-md:pb-1.5">
        {FAMILY_NAMES[account.family]}
        {account.chain != null && (
          <Badge>
            <Trans>Contract on chain {account.chain}</Trans>
          </Badge>
        )}
        {pays && (
          <Badge tone="success">
            <Trans>Payout</Trans>
          </Badge>
        )}
      </p>
    </>
  )
}
