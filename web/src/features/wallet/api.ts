import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { sessionsQuery } from '#/entities/session/queries'

const moment = v.union([v.date(), v.string()])

const wallet = v.object({
  family: v.picklist(['evm', 'solana', 'polkadot', 'multiversx']),
  address: v.string(),
  /** Where a contract is the wallet, the chain it is on. */
  chain: v.optional(v.nullable(v.number())),
})

const account = v.object({
  ...wallet.entries,
  /** As the family writes it for people. */
  shown: v.string(),
  isPrimary: v.boolean(),
  linkedAt: moment,
})

const accounts = v.object({
  accounts: v.array(account),
  canUnlink: v.boolean(),
  hasPassword: v.boolean(),
  /** How long no other account gets one that was unlinked. */
  restDays: v.number(),
})
const payout = v.object({
  wallet: v.nullable(wallet),
  /** Whether a payout can pay there. */
  payable: v.optional(v.boolean(), true),
})

type NamedWallet = v.InferOutput<typeof wallet>
export type LinkedAccount = v.InferOutput<typeof account>

/** The addresses that belong to the account. */
export const walletAccountsQuery = queryOptions({
  queryKey: ['wallets'],
  queryFn: () => call('walletAccounts', {}, accounts),
})

/** Where the account is paid. */
export const payoutQuery = queryOptions({
  queryKey: ['payout'],
  queryFn: () => call('memberPayout', {}, payout),
})

/** Payouts are made on EVM networks. */
export const isPayable = ({ family }: NamedWallet) => family === 'evm'

/** The same address on another chain is another wallet. */
export const isSameWallet = (one: NamedWallet, other: NamedWallet) =>
  one.family === other.family &&
  one.address === other.address &&
  (one.chain ?? null) === (other.chain ?? null)

/** Names one of them. */
const named = ({ family, address, chain }: LinkedAccount) => ({
  family,
  address,
  ...(chain == null ? {} : { chain }),
})

function useChange(name: 'walletPrimary' | 'walletUnlink') {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (which: LinkedAccount) => call(name, named(which), accounts),
    onSuccess: answer => {
      queryClient.setQueryData(walletAccountsQuery.queryKey, answer)
      // No payout goes to a wallet that is no longer theirs.
      void queryClient.invalidateQueries({ queryKey: payoutQuery.queryKey })
      // Which wallet opened a session stands there too.
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
}

export const useMakePrimary = () => useChange('walletPrimary')
export const useUnlink = () => useChange('walletUnlink')

export function useSetPayout() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (which: LinkedAccount | null) =>
      call('memberPayoutSet', { wallet: which && named(which) }, payout),
    onSuccess: answer => queryClient.setQueryData(payoutQuery.queryKey, answer),
  })
}
