import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { coverage, failureStats } from '#/features/dashboard/failure-model'
import type { Period } from '#/features/dashboard/model'

const period = (days: Period) => `${days}d`

/** Which networks were tried with which wallets. */
export const coverageQuery = (days: Period) =>
  queryOptions({
    queryKey: ['dashboard', 'coverage', days],
    queryFn: () => call('coverageMatrix', { period: period(days) }, coverage),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })

/** How swaps fail, by class, build and distance from the quote. */
export const failureStatsQuery = (days: Period, build: string | undefined) =>
  queryOptions({
    queryKey: ['dashboard', 'failures', days, build],
    queryFn: () => call('failureStats', { period: period(days), ...(build ? { build } : {}) }, failureStats),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
