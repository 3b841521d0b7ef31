import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { anything, call } from '#/backend/call'
import { moment } from '#/backend/shapes'
import { person } from '#/entities/person/schema'
import { PENDING_POINTS, POINTS, STANDINGS } from '#/entities/points/keys'

const pendingPoints = v.object({
  id: v.string(),
  user: person,
  amount: v.number(),
  reason: v.string(),
  askedBy: person,
  askedAt: moment,
})
export type PendingPoints = v.InferOutput<typeof pendingPoints>

/** Points by hand that are too many for one administrator. */
export const pendingPointsQuery = queryOptions({
  queryKey: PENDING_POINTS,
  queryFn: async () => (await call('pointsPending', {}, v.object({ rows: v.array(pendingPoints) }))).rows,
  staleTime: 60_000,
})

export function useAgreeToPoints() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (params: { id: string; agree: boolean }) => call('pointsAgree', params, anything),
    onSuccess: () =>
      Promise.all([PENDING_POINTS, POINTS, STANDINGS].map(queryKey => cache.invalidateQueries({ queryKey }))),
  })
}
