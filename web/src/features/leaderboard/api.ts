import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { myStanding } from '#/backend/points'
import type { Kind, Quality, Severity } from '#/backend/shapes'
import {
  around,
  board,
  breakdown,
  calculation,
  entries,
  found,
  manualEntries,
  plots,
  ruleBook,
  seasons,
  verification,
} from '#/features/leaderboard/model'

/** `undefined` is the season that runs. */
type SeasonNumber = number | undefined
const of = (season: SeasonNumber) => (season === undefined ? {} : { season })

export const seasonsQuery = queryOptions({
  queryKey: ['seasons'],
  queryFn: async () => (await call('seasons', {}, seasons)).rows,
  staleTime: 60_000,
})

export const boardQuery = (season: SeasonNumber, page: number) =>
  queryOptions({
    queryKey: ['standings', 'top', season, page],
    queryFn: () => call('standingsTop', { ...of(season), page }, board),
    placeholderData: keepPreviousData,
    // Rows do not jump under the pointer because a window was looked at again.
    refetchOnWindowFocus: false,
  })

export const aroundQuery = (season: SeasonNumber) =>
  queryOptions({
    queryKey: ['standings', 'around', season],
    queryFn: () => call('standingsAround', { ...of(season), radius: 5 }, around),
    refetchOnWindowFocus: false,
  })

export const findQuery = (season: SeasonNumber, name: string) =>
  queryOptions({
    queryKey: ['standings', 'find', season, name],
    queryFn: () => call('standingsFind', { ...of(season), name }, found),
    enabled: name.length > 0,
    placeholderData: keepPreviousData,
  })

export const myStandingQuery = (season: SeasonNumber) =>
  queryOptions({
    queryKey: ['standings', 'mine', season],
    queryFn: () => call('myStanding', of(season), myStanding),
  })

export const breakdownQuery = (season: SeasonNumber, user: string) =>
  queryOptions({
    queryKey: ['points', 'breakdown', season, user],
    queryFn: () => call('pointsBreakdown', { ...of(season), user }, breakdown),
  })

/** One's own ledger; administrators read that of others too. */
export const ledgerQuery = (season: SeasonNumber, user: string | null = null) =>
  infiniteQueryOptions({
    queryKey: ['points', 'mine', season, user],
    queryFn: ({ pageParam }) =>
      call(
        'pointsMine',
        { ...of(season), ...(user ? { user } : {}), ...(pageParam ? { cursor: pageParam } : {}) },
        entries,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: last => last.next,
  })

export function useReverse() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (which: { season: number; seq: number; reason: string }) =>
      call('pointsReverse', which, anything),
    onSuccess: () =>
      Promise.all([['points'], ['standings']].map(queryKey => cache.invalidateQueries({ queryKey }))),
  })
}

export const plotsQuery = (season: SeasonNumber) =>
  queryOptions({
    queryKey: ['standings', 'plots', season],
    queryFn: () => call('standingPlots', of(season), plots),
    staleTime: 60_000,
  })

export const useVerification = () =>
  useMutation({ mutationFn: (season: number) => call('ledgerVerify', { season }, verification) })

export const ruleBookQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: () => call('rules', {}, ruleBook),
  staleTime: 60_000,
})

export const manualEntriesQuery = infiniteQueryOptions({
  queryKey: ['points', 'manual'],
  queryFn: ({ pageParam }) => call('manualEntries', pageParam ? { cursor: pageParam } : {}, manualEntries),
  initialPageParam: null as string | null,
  getNextPageParam: last => last.next,
})

export interface Case {
  kind: Kind
  severity: Severity
  quality: Quality
  position: number
}

export const calculationQuery = ({ kind, severity, quality, position }: Case) =>
  queryOptions({
    queryKey: ['rules', 'calculate', kind, severity, quality, position],
    queryFn: () =>
      call(
        'rulesCalculate',
        { kind, quality, position, ...(kind === 'bug' ? { severity } : {}) },
        calculation,
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
