import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { EVIDENCE_KEYS } from '#/entities/evidence/queries'
import { type Flag, REGISTRY } from '#/entities/network/tokens'
import { contracts, errors, failureClasses, type Role } from '#/features/networks/model'

const ERRORS = ['admin', 'errors']

export const contractsQuery = (network: string) =>
  queryOptions({
    queryKey: [...REGISTRY, 'contracts', network],
    queryFn: async () => (await call('contracts', { network }, contracts)).rows,
  })

export const errorsQuery = queryOptions({
  queryKey: ERRORS,
  queryFn: () => call('errorSignatures', {}, errors),
})

/** How swaps fail: it changes with the server, not while a page is open. */
export const failureClassesQuery = queryOptions({
  queryKey: ['failure classes'],
  queryFn: async () => (await call('failureClasses', {}, failureClasses)).rows,
  staleTime: Infinity,
})

/** A command after which the registry is asked for again, and evidence too: it may be explained otherwise. */
function useRegistryCommand<Params extends object>(name: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (params: Params) => call(name, params, anything),
    onSuccess: () =>
      Promise.all(
        [REGISTRY, ERRORS, EVIDENCE_KEYS.all].map(queryKey => cache.invalidateQueries({ queryKey })),
      ),
  })
}

export interface ContractChange {
  id?: string
  network: string
  address: string
  name: string
  role: Role
  /** Left out, it stays; null takes it away. */
  abi?: string | null
  firstBuild?: string
  enabled?: boolean
}
export const useSaveContract = () => useRegistryCommand<ContractChange>('contractSave')
export const useRemoveContract = () => useRegistryCommand<{ id: string }>('contractRemove')

export interface TokenChange {
  id?: string
  network: string
  address: string
  symbol: string
  decimals: number
  flags: Flag[]
  note?: string
}
export const useSaveToken = () => useRegistryCommand<TokenChange>('tokenSave')
export const useRemoveToken = () => useRegistryCommand<{ id: string }>('tokenRemove')

export interface ErrorChange {
  id?: string
  selector?: string
  textPattern?: string
  signature?: string
  failureClass: string
  verdict: string
  sentence: string
  advice?: string
  enabled?: boolean
}
export const useSaveError = () => useRegistryCommand<ErrorChange>('errorSignatureSave')
export const useRemoveError = () => useRegistryCommand<{ id: string }>('errorSignatureRemove')
