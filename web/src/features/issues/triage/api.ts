import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { changeIssue, KEYS } from '#/entities/issue/cache'
import { person } from '#/entities/person/schema'
import { decision, queue, type QueueRow, triageCase } from '#/features/issues/model'

export type QueueOrder = 'promise' | 'age'

/** What waits for a decision. */
export const queueQuery = (order: QueueOrder) =>
  queryOptions({
    queryKey: [...KEYS.queue, order],
    queryFn: () => call('triageQueue', { order, limit: 100 }, queue),
  })

/** A case with what it would pay, were it reported as well as `quality` says. */
export const caseQuery = (number: number, quality: string) =>
  queryOptions({
    queryKey: [...KEYS.case(number), quality],
    queryFn: () => call('triageCase', { number, quality }, triageCase),
    // Another quality changes the figures alone.
    placeholderData: (before, query) => (query?.queryKey[2] === number ? before : undefined),
    staleTime: 30_000,
  })

/** How well a report is made until a user says otherwise. */
export const qualityOf = ({ quality }: Pick<QueueRow, 'quality'>): string => quality ?? 'B'

const lookers = v.object({ lookers: v.array(person) })

/** Says that a user is looking, and learns who else is. */
export const lookQuery = (number: number) =>
  queryOptions({
    queryKey: [...KEYS.all, 'look', number],
    queryFn: () => call('triageLook', { number }, lookers),
    select: answer => answer.lookers,
    // Saying it holds for half a minute. Other viewers are reported when they change.
    refetchInterval: 15_000,
    retry: false,
  })

export interface Decide {
  number: number
  name: string
  params: Record<string, unknown>
  /** The state that was looked at; if it has moved on, the server refuses. */
  seen?: string
}

export function useDecide() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ number, name, params, seen }: Decide) =>
      call(name, { number, ...params, ...(seen ? { seen } : {}) }, decision),
    onSuccess: ({ issue }, { number }) => {
      changeIssue(cache, number, () => issue)
      void cache.invalidateQueries({ queryKey: KEYS.one(number) })
      void cache.invalidateQueries({ queryKey: KEYS.timelines(number) })
    },
  })
}

/** Declines a duplicate that a tester proposed. Accepting is merging. */
export function useDeclineProposal(number: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('issueDecideProposal', { id, accept: false }, decision),
    onSettled: () =>
      Promise.all(
        [KEYS.case(number), KEYS.one(number)].map(queryKey => cache.invalidateQueries({ queryKey })),
      ),
  })
}
