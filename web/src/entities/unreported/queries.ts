import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { failureAlarms, unreported } from '#/entities/unreported/schema'

export const UNREPORTED = ['unreported']

/** What failed since a build, and how much of it was reported; the newest build if none is named. */
export const unreportedQuery = (build?: string, network?: string) =>
  queryOptions({
    queryKey: [...UNREPORTED, build, network],
    queryFn: () =>
      call(
        'unreportedFailures',
        { ...(build ? { build } : {}), ...(network ? { network } : {}) },
        unreported,
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })

/** Failure rates that have doubled and are not as before yet. */
export const failureAlarmsQuery = queryOptions({
  queryKey: [...UNREPORTED, 'alarms'],
  queryFn: () => call('failureAlarms', {}, failureAlarms),
  refetchInterval: 60_000,
})
