import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { count } from '#/backend/shapes'

const reviewCounts = v.object({
  reports: count,
  late: count,
  missions: count,
  appeals: count,
  fairness: count,
  points: count,
  unsigned: v.optional(count, 0),
  hasCases: v.boolean(),
})

/** How much waits for administrators in each queue. */
export const reviewCountsQuery = queryOptions({
  queryKey: ['admin', 'review counts'],
  queryFn: () => call('reviewCounts', {}, reviewCounts),
  staleTime: 60_000,
})
