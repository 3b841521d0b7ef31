import { queryOptions } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { trackers } from '#/entities/tracker/schema'

export const TRACKERS = ['admin', 'trackers']

/** All that are connected, for administrators. */
export const trackersQuery = queryOptions({
  queryKey: TRACKERS,
  queryFn: async () => (await call('trackerList', {}, trackers)).rows,
})
