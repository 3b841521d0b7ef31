import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { networksQuery } from '#/entities/network/queries'
import type { OwnReward } from '#/entities/reward/schema'
import type { ChainWallet } from '#/features/leaderboard/payout/chain'
import {
  useChainWords,
  useClaim,
  useDistributor,
  useWallets,
} from '#/features/leaderboard/payout/use-distributor'
import { shortHash } from '#/lib/hash'
import { Button } from '#/ui/Button'
import { Hash } from '#/ui/Hash'

interface Props {
  reward: OwnReward
  /** The proof leads to the published root. */
  proven: boolean
}

/** The contract that pays: its root compared with ours, and the claim. */
export function ContractPart({ reward, proven }: Props) {
  const { export: payout } = reward
  const [wanted, setWanted] = useState(false)
  const wallets = useWallets(wanted)
  const contract = useDistributor(reward)
  const claim = useClaim(reward)
  const words = useChainWords(claim.send.error ?? contract.error)
  const same = contract.data && contract.data.root.toLowerCase() === payout.root.toLowerCase()
  const claimed = contract.data?.claimed === true || claim.isPaid

  return (
    <div className="-mx-4 mt-3.5 grid grid-cols-1 gap-2.5 border-t border-line-faint px-4 pt-3.5">
      <p className="flex flex-wrap items-center gap-x-2 text-12 text-ink-2">
        <Trans>Contract</Trans> {payout.distributor && <Hash value={payout.distributor} />}
        <OnNetwork chainId={payout.token.chainId} address={payout.distributor ?? ''} />
      </p>
      {contract.data && <RootSaid same={same === true} root={contract.data.root} />}
      {claimed && (
        <p role="status" className="flex items-center gap-2">
          <CircleCheck size={14} strokeWidth={1.9} className="text-success" aria-hidden />
          <Trans>Claimed, according to the contract.</Trans>
        </p>
      )}
      {claim.send.data && (
        <p role="status" className="flex flex-wrap items-center gap-2 text-12 text-ink-2">
          {!claimed && <Trans>Sent. It is paid once the contract confirms it:</Trans>}
          <Hash value={claim.send.data} />
        </p>
      )}
      <p role="alert" className="text-12 text-danger empty:hidden">
        {words}
      </p>
      {!wanted ? (
        <Button size="small" onClick={() => setWanted(true)}>
          <Trans>Compare with the chain</Trans>
        </Button>
      ) : wallets.data?.length === 0 ? (
        <NoWallet />
      ) : (
        wallets.data?.map(wallet => (
          <WalletButtons
            key={wallet.name}
            wallet={wallet}
            reading={contract.isPending}
            onRead={() => contract.mutate(wallet)}
            claiming={claim.send.isPending}
            // Only the indexed form has a claim that every such contract shares.
            onClaim={
              proven && same && !claimed && payout.format === 'indexed' && !claim.send.data
                ? () => claim.send.mutate(wallet)
                : null
            }
            address={reward.address ?? ''}
          />
        ))
      )}
    </div>
  )
}

function RootSaid({ same, root }: { same: boolean; root: string }) {
  return same ? (
    <p role="status" className="flex items-center gap-2">
      <CircleCheck size={14} strokeWidth={1.9} className="flex-none text-success" aria-hidden />
      <Trans>The contract has the same root.</Trans>
    </p>
  ) : (
    <p role="alert" className="flex flex-wrap items-center gap-2 text-danger">
      <CircleX size={14} strokeWidth={1.9} className="flex-none" aria-hidden />
      <Trans>The contract has a different root and would reject this proof:</Trans> <Hash value={root} />
    </p>
  )
}

interface WalletProps {
  wallet: ChainWallet
  reading: boolean
  onRead: () => void
  claiming: boolean
  onClaim: (() => void) | null
  address: string
}

function WalletButtons({ wallet, reading, onRead, claiming, onClaim, address }: WalletProps) {
  return (
    <div className="flex flex-wrap gap-2">
      {onClaim && (
        <Button kind="primary" busy={claiming} onClick={onClaim}>
          <Trans>
            Claim to {shortHash(address)} with {wallet.name}
          </Trans>
        </Button>
      )}
      <Button size={onClaim ? 'medium' : 'small'} busy={reading} onClick={onRead}>
        <Trans>Ask through {wallet.name}</Trans>
      </Button>
    </div>
  )
}

function NoWallet() {
  return (
    <p className="text-12 text-ink-2">
      <Trans>
        This browser has no wallet that can query the chain. Compare the contract’s merkleRoot in a block explorer with the published root.
      </Trans>
    </p>
  )
}

/** On which network it is, with its page in the explorer where one is known. */
function OnNetwork({ chainId, address }: { chainId: number; address: string }) {
  const { t } = useLingui()
  const networks = useQuery(networksQuery)
  const network = networks.data?.find(each => each.chainId === chainId)
  const name = network?.name ?? t`chain ${chainId}`
  const base = network?.explorerUrl?.replace(/\/+$/, '')
  return base?.startsWith('https://') ? (
    <a href={`${base}/address/${address}`} target="_blank" rel="noreferrer">
      {name}
    </a>
  ) : (
    <span>{name}</span>
  )
}
