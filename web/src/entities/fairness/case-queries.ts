import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type * as v from 'valibot'
import { anything, call } from '#/backend/call'
import type { LinkReason } from '#/entities/fairness/schema'
import type { Severity } from '#/entities/issue/schema'
import { POINTS, STANDINGS } from '#/entities/points/keys'
import {
  appealPage,
  casePage,
  decidedAppeal,
  linkChanged,
  linkPage,
  linkPreview,
  oneCase,
  resolved,
  thresholds,
} from '#/entities/fairness/case-schema'

const FAIRNESS = ['admin', 'fairness'] as const

export type CaseFilter = 'open' | 'watch' | 'decided'

export const casesQuery = (state: CaseFilter) =>
  infiniteQueryOptions({
    queryKey: [...FAIRNESS, 'cases', state],
    queryFn: ({ pageParam }) =>
      call('riskCases', { state, limit: 50, ...(pageParam ? { cursor: pageParam } : {}) }, casePage),
    initialPageParam: null as string | null,
    getNextPageParam: last => last.next,
    refetchOnWindowFocus: false,
  })

export const caseQuery = (number: number) =>
  queryOptions({
    queryKey: [...FAIRNESS, 'case', number],
    queryFn: async () => (await call('riskCase', { number }, oneCase)).case,
  })

/** What linking these accounts would change. Nothing is changed by asking. */
export const effectsQuery = (users: string[]) =>
  queryOptions({
    queryKey: [...FAIRNESS, 'effects', users.toSorted()],
    queryFn: async () => (await call('personLinkPreview', { users }, linkPreview)).effects,
    enabled: users.length >= 2,
    placeholderData: keepPreviousData,
  })

export const linksQuery = infiniteQueryOptions({
  queryKey: [...FAIRNESS, 'links'],
  queryFn: ({ pageParam }) => call('personLinks', pageParam ? { cursor: pageParam } : {}, linkPage),
  initialPageParam: null as string | null,
  getNextPageParam: last => last.next,
})

export const appealsQuery = (state: 'open' | 'decided') =>
  infiniteQueryOptions({
    queryKey: [...FAIRNESS, 'appeals', state],
    queryFn: ({ pageParam }) =>
      call('appeals', { state, ...(pageParam ? { cursor: pageParam } : {}) }, appealPage),
    initialPageParam: null as string | null,
    getNextPageParam: last => last.next,
  })

export const thresholdsQuery = queryOptions({
  queryKey: [...FAIRNESS, 'thresholds'],
  queryFn: () => call('riskThresholds', {}, thresholds),
})

/** A decision about persons: afterwards their points and places may be others. */
function useFairnessCommand<Params extends object, Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (params: Params) => call(name, params, schema),
    onSuccess: () =>
      Promise.all([FAIRNESS, POINTS, STANDINGS].map(queryKey => cache.invalidateQueries({ queryKey }))),
  })
}

export interface Resolution {
  number: number
  decision: 'link' | 'dismiss' | 'watch' | 'ask'
  users?: string[]
  reason?: LinkReason
  note?: string
}
/** An administrator goes on at once: if the queue were asked for first, the next key would meet another case meanwhile. */
export function useResolve() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (params: Resolution) => call('riskResolve', params, resolved),
    onSuccess: () => {
      for (const queryKey of [FAIRNESS, POINTS, STANDINGS]) void cache.invalidateQueries({ queryKey })
    },
  })
}
export const useUnlink = () =>
  useFairnessCommand<{ user: string; note?: string }, typeof linkChanged>('personUnlink', linkChanged)
export interface AppealDecision {
  id: string
  uphold: boolean
  answer: string
  severity?: Severity
  amount?: number
}
export const useDecideAppeal = () =>
  useFairnessCommand<AppealDecision, typeof decidedAppeal>('appealDecide', decidedAppeal)
export const useFunder = () =>
  useFairnessCommand<
    { address: string; verdict: 'exempt' | 'counts' | null; note?: string },
    typeof anything
  >('riskFunder', anything)
export const useClearInvitation = () =>
  useFairnessCommand<{ id: string; cleared: boolean; note: string }, typeof anything>(
    'invitationClear',
    anything,
  )
