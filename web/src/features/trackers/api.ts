import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { anything, call } from '#/backend/call'
import { KEYS, refreshIssue } from '#/entities/issue/cache'

const connected = v.object({
  rows: v.array(v.object({ id: v.string(), kind: v.string(), name: v.string(), state: v.string() })),
})

/** The trackers that issues can be made at. */
export const connectedTrackersQuery = queryOptions({
  queryKey: ['admin', 'integrations', 'connected'],
  queryFn: async () => (await call('trackerList', {}, connected)).rows.filter(({ state }) => state === 'on'),
  staleTime: 60_000,
})

type Change =
  | { name: 'trackerIssueCreate'; tracker: string }
  | { name: 'trackerIssueLink'; url: string }
  | { name: 'trackerIssueUnlink'; tracker: string }

/** Makes, links or parts an issue at a tracker. What is made is there a moment later. */
export function useTrackerChange(number: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ name, ...params }: Change) => call(name, { number, ...params }, anything),
    onSuccess: () => refreshIssue(cache, number),
  })
}

export interface Ruling {
  id: string
  accept: boolean
  build?: string
  reason?: string
  into?: number
}

/** Decides what a tracker says. */
export function useRuling(number: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (ruling: Ruling) => call('trackerProposalDecide', ruling, anything),
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: KEYS.queue })
      return refreshIssue(cache, number)
    },
  })
}
