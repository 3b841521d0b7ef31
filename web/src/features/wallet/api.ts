import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'

const moment = v.union([v.date(), v.string()])

const account = v.object({
  family: v.picklist(['evm', 'solana', 'polkadot', 'multiversx']),
  address: v.string(),
  /** As the family writes it for people. */
  shown: v.string(),
  /** Where a contract is the wallet, the chain it is on. */
  chain: v.optional(v.nullable(v.number())),
  isPrimary: v.boolean(),
  linkedAt: moment,
})

const accounts = v.object({ accounts: v.array(account), canUnlink: v.boolean() })

export type LinkedAccount = v.InferOutput<typeof account>

/** The addresses that belong to the account. */
export const walletAccountsQuery = queryOptions({
  queryKey: ['wallets'],
  queryFn: () => call('walletAccounts', {}, accounts),
})

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
      // Which wallet opened a session stands there too.
      void queryClient.invalidateQueries({ queryKey: ['_Session', 'mine'] })
    },
  })
}

export const useMakePrimary = () => useChange('walletPrimary')
export const useUnlink = () => useChange('walletUnlink')
