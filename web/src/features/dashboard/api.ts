import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { adminDashboard, checked, type Period, testerDashboard } from '#/features/dashboard/model'

export const testerQuery = queryOptions({
  queryKey: ['dashboard', 'tester'],
  queryFn: () => call('dashboardTester', {}, testerDashboard),
})

export const adminQuery = (days: Period, build: string | undefined) =>
  queryOptions({
    queryKey: ['dashboard', 'admin', days, build],
    queryFn: () => call('dashboardAdmin', { days, ...(build ? { build } : {}) }, adminDashboard),
    placeholderData: keepPreviousData,
  })

interface Check {
  number: number
  build: string
  verdict: 'works' | 'still_broken'
}

/** Says whether a fix works, from the list of what waits. */
export function useFixCheck() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (check: Check) => call('fixCheckSubmit', check, checked),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: testerQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: ['issues'] }),
      ]),
  })
}
