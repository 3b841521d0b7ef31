import { useMutation, useQuery } from '@tanstack/react-query'
import type { Hex } from 'viem'
import type { OwnReward } from '#/entities/reward/schema'
import type { ChainWallet } from '#/features/leaderboard/payout/chain'

/** How often the chain is asked whether a claim was mined, in milliseconds. */
const ASK_EVERY = 3000

/** As heavy as the wallets of the sign-in, and not needed to look. */
const chain = () => import('#/features/leaderboard/payout/chain')

/** A contract that pays a leaf; `null` where none is known. */
export function distributorOf({ export: payout }: OwnReward) {
  const { distributor, token } = payout
  return distributor ? { chainId: token.chainId, address: distributor as Hex } : null
}

/** The wallets of this browser, once a user wants one. */
export const useWallets = (wanted: boolean) =>
  useQuery({
    queryKey: ['rewards', 'wallets'],
    queryFn: async () => (await chain()).findWallets(),
    enabled: wanted,
    staleTime: 0,
    gcTime: 0,
  })

/** What the contract says, asked through a wallet. */
export function useDistributor(reward: OwnReward) {
  const contract = distributorOf(reward)
  const index = reward.leaf?.index ?? 0
  return useMutation({
    mutationFn: async ({ provider }: ChainWallet) => {
      if (!contract) throw new Error('There is no contract.')
      return (await chain()).readDistributor(provider, contract, index)
    },
  })
}

/** Claims a leaf, and waits until the contract says that it is paid: a Safe's own hash never appears on the chain. */
export function useClaim(reward: OwnReward) {
  const contract = distributorOf(reward)
  const { leaf, address, amount } = reward
  const send = useMutation({
    mutationFn: async ({ provider }: ChainWallet) => {
      if (!contract || !leaf || !address) throw new Error('There is nothing to claim.')
      const { sendClaim } = await chain()
      const claim = { index: leaf.index, account: address as Hex, amount, proof: leaf.proof as Hex[] }
      return sendClaim(provider, contract, claim)
    },
  })
  const paid = useQuery({
    queryKey: ['rewards', 'claimed', contract?.address, leaf?.index],
    queryFn: async () => {
      const wallet = send.variables
      if (!contract || !leaf || !wallet) return null
      return (await (await chain()).readDistributor(wallet.provider, contract, leaf.index)).claimed
    },
    enabled: send.isSuccess,
    refetchInterval: ({ state }) => (state.data === true ? false : ASK_EVERY),
    staleTime: 0,
  })
  return { send, isPaid: paid.data === true }
}

/** What went wrong between wallet and chain, in words; `null` for a no of the user. */
export const useChainWords = (thrown: unknown) =>
  useQuery({
    queryKey: ['rewards', 'chain words', String(thrown)],
    queryFn: async () => {
      const { chainWords, isDeclined } = await chain()
      return isDeclined(thrown) ? null : chainWords(thrown)
    },
    enabled: thrown !== null,
  }).data
