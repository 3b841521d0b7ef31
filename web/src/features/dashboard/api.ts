import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { adminDashboard, type Period, testerDashboard } from '#/features/dashboard/model'

export const testerQuery = queryOptions({
  queryKey: ['dashboard', 'tester'],
  queryFn: () => call('dashboardTester', {}, testerDashboard),
  meta: { isSummary: true },
})

export const adminQuery = (days: Period, build: string | undefined) =>
  queryOptions({
    queryKey: ['dashboard', 'admin', days, build],
    queryFn: () => call('dashboardAdmin', { days, ...(build ? { build } : {}) }, adminDashboard),
    placeholderData: keepPreviousData,
    meta: { isSummary: true },
  })
