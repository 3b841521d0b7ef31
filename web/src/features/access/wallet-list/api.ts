import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#/backend/call'
import {
  type LinesOutcome,
  linesOutcome,
  removedWallets,
  walletPage,
} from '#/features/access/wallet-list/model'
import { NOTHING, type Part, withPart } from '#/features/access/wallet-list/parts'

const WALLET_LIST = ['admin', 'wallet list']

export const walletListQuery = (query: string) =>
  infiniteQueryOptions({
    queryKey: [...WALLET_LIST, query],
    queryFn: ({ pageParam }) =>
      call(
        'walletList',
        { ...(query ? { query } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        walletPage,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: last => last.next,
    placeholderData: keepPreviousData,
  })

/** Sends the parts of a text one after the other, and tells how many lines are through. */
function useParts(send: (part: Part) => Promise<LinesOutcome>, onEnd?: () => unknown) {
  const [done, setDone] = useState(0)
  const mutation = useMutation({
    mutationFn: async (parts: Part[]) => {
      setDone(0)
      let sum = NOTHING
      for (const part of parts) {
        sum = withPart(sum, part, await send(part))
        setDone(part.from + part.lines.length)
      }
      return sum
    },
    // What went through before a failure stands.
    onSettled: () => onEnd?.(),
  })
  return { ...mutation, done }
}

/** Looks what would come of lines. */
export const useCheckWallets = () => useParts(({ lines }) => call('walletListCheck', { lines }, linesOutcome))

export function useAddWallets(label: string) {
  const queryClient = useQueryClient()
  return useParts(
    ({ lines }) => call('walletListAdd', { lines, ...(label ? { label } : {}) }, linesOutcome),
    () => queryClient.invalidateQueries({ queryKey: WALLET_LIST }),
  )
}

export function useRemoveWallet() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (address: string) => call('walletListRemove', { accounts: [address] }, removedWallets),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: WALLET_LIST }),
  })
}
