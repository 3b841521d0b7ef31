import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { networkDetails, testReport } from '#/entities/network/details'

export const NETWORKS = ['networks']

/** Every network with its nodes, for administrators. */
export const networkDetailsQuery = queryOptions({
  queryKey: [...NETWORKS, 'details'],
  queryFn: async () => (await call('networks', {}, v.object({ rows: v.array(networkDetails) }))).rows,
  refetchInterval: 60_000,
})

const tested = v.object({ endpoints: v.array(testReport) })

/** A known network's nodes, one of them by its place from 0 on, or an address that is only typed so far. */
export interface NodeTest {
  id?: string
  place?: number
  url?: string
}
export const testNodes = async (test: NodeTest) => (await call('networkTest', test, tested)).endpoints

/** Has the server try nodes; what it keeps of them is asked for again. */
export function useTestNodes() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: testNodes,
    onSuccess: (_, { id }) => (id ? cache.invalidateQueries({ queryKey: NETWORKS }) : undefined),
  })
}

export interface NetworkChange {
  id?: string
  chainId: number
  name: string
  isTestnet: boolean
  /** Addresses of nodes; `keep:0` keeps the first there was. Left out, all stay. */
  rpcUrls?: string[]
  nativeSymbol?: string
  nativeDecimals?: number
  explorerUrl?: string
  confirmations?: number
  blockTimeMs?: number
  enabled?: boolean
}
const saved = v.object({ network: networkDetails })
export const saveNetwork = async (change: NetworkChange) => (await call('networkSave', change, saved)).network

export function useSaveNetwork() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: saveNetwork,
    onSuccess: () => cache.invalidateQueries({ queryKey: NETWORKS }),
  })
}
