import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import type { Kind, Quality, Severity } from '#/entities/issue/schema'
import { POINTS, STANDINGS } from '#/entities/points/keys'
import { ownFairnessQuery } from '#/entities/fairness/queries'
import { myStanding } from '#/entities/points/schema'
import { ownRewardsQuery, rewardListQuery } from '#/entities/reward/queries'
import { ruleBookQuery } from '#/entities/rule/queries'
import { seasonsQuery } from '#/entities/season/queries'
import type { BoardSearch } from '#/features/leaderboard/address'
import {
  answerWith,
  around,
  board,
  breakdown,
  calculation,
  entries,
  found,
  manualEntries,
  plots,
  verification,
} from '#/features/leaderboard/model'

/** `undefined` is the season that runs. */
type SeasonNumber = number | undefined
const of = (season: SeasonNumber) => (season === undefined ? {} : { season })

/** The answer that holds a page of the board: several pages share one. */
export function boardQuery(season: SeasonNumber, shown: number) {
  const page = answerWith(shown)
  return queryOptions({
    queryKey: [...STANDINGS, 'top', season, page],
    queryFn: () => call('standingsTop', { ...of(season), page }, board),
    placeholderData: keepPreviousData,
    // Rows do not jump under the pointer because a window was looked at again.
    refetchOnWindowFocus: false,
  })
}

export const aroundQuery = (season: SeasonNumber) =>
  queryOptions({
    queryKey: [...STANDINGS, 'around', season],
    queryFn: () => call('standingsAround', { ...of(season), radius: 5 }, around),
    refetchOnWindowFocus: false,
  })

/** Reads all that the page of a season shows at once: nothing waits for another answer. */
export const readBoard = (client: QueryClient, season: SeasonNumber, { view, page = 1 }: BoardSearch) =>
  Promise.all([
    client.ensureQueryData(seasonsQuery),
    client.ensureQueryData(boardQuery(season, view === 'around' ? 1 : page)),
    client.ensureQueryData(plotsQuery(season)),
    client.ensureQueryData(ownFairnessQuery),
    view === 'around' && client.ensureQueryData(aroundQuery(season)),
    ...(season === undefined
      ? []
      : [client.ensureQueryData(rewardListQuery(season)), client.ensureQueryData(ownRewardsQuery(season))]),
  ])

export const findQuery = (season: SeasonNumber, name: string) =>
  queryOptions({
    queryKey: [...STANDINGS, 'find', season, name],
    queryFn: () => call('standingsFind', { ...of(season), name }, found),
    enabled: name.length > 0,
    placeholderData: keepPreviousData,
  })

export const myStandingQuery = (season: SeasonNumber) =>
  queryOptions({
    queryKey: [...STANDINGS, 'mine', season],
    queryFn: () => call('myStanding', of(season), myStanding),
  })

export const breakdownQuery = (season: SeasonNumber, user: string) =>
  queryOptions({
    queryKey: [...POINTS, 'breakdown', season, user],
    queryFn: () => call('pointsBreakdown', { ...of(season), user }, breakdown),
  })

/** One's own ledger; administrators read that of others too. */
export const ledgerQuery = (season: SeasonNumber, user: string | null = null) =>
  infiniteQueryOptions({
    queryKey: [...POINTS, 'mine', season, user],
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
    onSuccess: () => Promise.all([POINTS, STANDINGS].map(queryKey => cache.invalidateQueries({ queryKey }))),
  })
}

export const plotsQuery = (season: SeasonNumber) =>
  queryOptions({
    queryKey: [...STANDINGS, 'plots', season],
    queryFn: () => call('standingPlots', of(season), plots),
    staleTime: 60_000,
  })

export const useVerification = () =>
  useMutation({ mutationFn: (season: number) => call('ledgerVerify', { season }, verification) })

export const manualEntriesQuery = infiniteQueryOptions({
  queryKey: [...POINTS, 'manual'],
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
    queryKey: [...ruleBookQuery.queryKey, 'calculate', kind, severity, quality, position],
    queryFn: () =>
      call(
        'rulesCalculate',
        { kind, quality, position, ...(kind === 'bug' ? { severity } : {}) },
        calculation,
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
