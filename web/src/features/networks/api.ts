import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as v from 'valibot'
import { anything, call } from '#/backend/call'
import { EVIDENCE_KEYS } from '#/entities/evidence/queries'
import { type Flag, REGISTRY } from '#/entities/network/tokens'
import {
  contracts,
  errors,
  failureClasses,
  importResult,
  registryPreview,
  type Role,
} from '#/features/networks/model'

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

/** Contracts and tokens of files, as they are compared and saved. */
export interface RegistryEntries {
  network: string
  contracts: {
    address: string
    name: string
    /** Left out for a contract that is registered: its role stays. */
    role?: Role
    abi?: string
    firstBlock?: number
  }[]
  tokens: { address: string; symbol: string; decimals: number }[]
}

export const previewRegistry = (entries: RegistryEntries) => call('registryPreview', entries, registryPreview)

/** A command after which the registry is asked for again, and evidence too: it may be explained otherwise. */
function useRegistryCommand<Params extends object, Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (params: Params) => call(name, params, schema),
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
export const useSaveContract = () =>
  useRegistryCommand<ContractChange, typeof anything>('contractSave', anything)
export const useRemoveContract = () =>
  useRegistryCommand<{ id: string }, typeof anything>('contractRemove', anything)

export const useImportRegistry = () =>
  useRegistryCommand<RegistryEntries, typeof importResult>('registryImport', importResult)

export interface TokenChange {
  id?: string
  network: string
  address: string
  symbol: string
  decimals: number
  flags: Flag[]
  note?: string
}
export const useSaveToken = () => useRegistryCommand<TokenChange, typeof anything>('tokenSave', anything)
export const useRemoveToken = () =>
  useRegistryCommand<{ id: string }, typeof anything>('tokenRemove', anything)

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
export const useSaveError = () =>
  useRegistryCommand<ErrorChange, typeof anything>('errorSignatureSave', anything)
export const useRemoveError = () =>
  useRegistryCommand<{ id: string }, typeof anything>('errorSignatureRemove', anything)
