import { infiniteQueryOptions, useMutation } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { count, maybe, moment } from '#/backend/shapes'
import { MISSION_KEYS } from '#/entities/mission/queries'
import { mission, payment, submission } from '#/entities/mission/schema'
import { person } from '#/entities/person/schema'

const queued = v.object({
  submission,
  mission: v.pick(mission, ['id', 'slug', 'title', 'points', 'steps', 'review']),
  person,
  waitingSeconds: v.number(),
  why: v.nullish(v.picklist(['manual', 'sample', 'undecided']), 'undecided'),
})
export type Queued = v.InferOutput<typeof queued>

const queue = v.object({
  rows: v.array(queued),
  next: maybe(v.string()),
  total: count,
  oldestAt: maybe(moment),
})

/** What waits for a person to look at it, the oldest first. */
export const reviewQueueQuery = infiniteQueryOptions({
  queryKey: MISSION_KEYS.queue,
  queryFn: ({ pageParam }) =>
    call('submissionQueue', { limit: 50, ...(pageParam ? { cursor: pageParam } : {}) }, queue),
  initialPageParam: '',
  getNextPageParam: page => page.next,
})

const reviewed = v.object({ submission, points: maybe(payment) })

export interface ReviewParams {
  submission: string
  decision: 'approve' | 'reject'
  note?: string
}

/** Decides about a submission. The queue follows by itself. */
export function useReview() {
  return useMutation({
    mutationFn: (params: ReviewParams) => call('submissionReview', params, reviewed),
  })
}
