import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as v from 'valibot'
import { call } from '#/backend/call'
import { REWARDS } from '#/entities/reward/queries'
import { oneExport, preview } from '#/entities/reward/schema'
import type { Rules } from '#/features/payouts/draft'

export type Only = 'paid' | 'missing' | 'decided' | 'below' | 'all'

/** So many rows are asked for at once. */
export const PAGE = 50

/** What a draft would lead to. Nothing is stored; `after` is the place before the first row. */
export const previewQuery = (rules: Rules | null, only: Only, after = 0, limit = PAGE) =>
  queryOptions({
    queryKey: [...REWARDS, 'preview', rules, only, after, limit],
    queryFn: () => call('rewardPreview', { ...rules, only, limit, ...(after ? { after } : {}) }, preview),
    enabled: rules !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    refetchOnWindowFocus: false,
  })

function useRewardCommand<Params extends object>(name: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (params: Params) => (await call<typeof oneExport>(name, params, oneExport)).export,
    onSuccess: () =>
      cache.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'rewards' && queryKey[1] !== 'preview',
      }),
  })
}

export type Built = v.InferOutput<typeof oneExport>['export']
export const useBuild = () => useRewardCommand<Rules>('rewardBuild')
export const usePublishReward = () => useRewardCommand<{ export: string; words: string }>('rewardPublish')
export const useVoid = () => useRewardCommand<{ export: string; reason: string }>('rewardVoid')
