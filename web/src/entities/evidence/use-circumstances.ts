import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#/backend/call'
import { useMoralis } from '#/backend/use-moralis'
import { type Evidence, evidenceAnswer, WALLET_KINDS, type WalletKind } from '#/entities/evidence/schema'
import { programmeQuery } from '#/entities/programme/queries'
import { readForUser, writeForUser } from '#/lib/user-storage'

const PLACE = 'wallet-kind'

/** The kind of wallet somebody last said they use, on this device. */
export function useWalletKind() {
  const { user, expired } = useMoralis()
  const owner = (user ?? expired)?.objectId ?? ''
  const [kind, setKind] = useState<WalletKind | ''>(
    () => WALLET_KINDS.find(each => each === readForUser(owner, PLACE)) ?? '',
  )
  return [
    kind,
    (next: WalletKind | '') => {
      setKind(next)
      writeForUser(owner, PLACE, next || null)
    },
  ] as const
}

interface Circumstances {
  build?: string | undefined
  walletKind?: string | undefined
}

/**
 * Says on which build and with which wallet a transaction was sent, before it becomes proof of something. What its
 * owner has said already stands; whether it is heard holds nothing up.
 */
export function useTellCircumstances() {
  const [remembered] = useWalletKind()
  const builds = useQuery(programmeQuery).data?.builds ?? []
  const newest = (builds.find(({ state }) => state === 'active') ?? builds[0])?.id
  return async (
    { kind, txHash, network, build, walletKind }: Evidence,
    said: Circumstances = {},
  ): Promise<void> => {
    if (kind !== 'tx' || !txHash || (build && walletKind)) return
    const known = {
      ...(network ? { network: network.id } : {}),
      ...(build ? {} : { build: said.build || newest }),
      ...(walletKind ? {} : { walletKind: said.walletKind || remembered || undefined }),
    }
    await call('evidencePreview', { text: txHash, ...known }, evidenceAnswer).catch(() => undefined)
  }
}
