import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { maybe } from '#/backend/shapes'
import { type ClusterPeriod, clusterRow, type ClusterState, clusterView } from '#/entities/cluster/schema'

export const CLUSTER_KEYS = {
  all: ['clusters'],
  one: (id: string) => ['clusters', 'one', id],
} as const

const list = v.object({ rows: v.array(clusterRow), next: maybe(v.string()) })

/** Clusters with evidence in a period, page after page; without a state, all that are not ignored and those that are. */
export const clusterListQuery = (period: ClusterPeriod, state?: ClusterState) =>
  infiniteQueryOptions({
    queryKey: [...CLUSTER_KEYS.all, 'list', period, state],
    queryFn: ({ pageParam }) =>
      call(
        'clusterList',
        { period, limit: 30, ...(state ? { state } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        list,
      ),
    initialPageParam: '',
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** Those that are hot now, for the dashboard and for triage. */
export const hotClustersQuery = queryOptions({
  queryKey: [...CLUSTER_KEYS.all, 'hot'],
  queryFn: () => call('clusterList', { period: '24h', limit: 6 }, list),
  staleTime: 60_000,
})

/** One cluster; its first page has all that is known about it, each has more of its evidence. */
export const clusterQuery = (id: string, period: ClusterPeriod = '30d') =>
  infiniteQueryOptions({
    queryKey: [...CLUSTER_KEYS.one(id), period],
    queryFn: ({ pageParam }) =>
      call('clusterGet', { id, period, ...(pageParam ? { cursor: pageParam } : {}) }, clusterView),
    initialPageParam: '',
    getNextPageParam: page => page.next,
  })
