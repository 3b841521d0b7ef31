import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { count, maybe, moment } from '#/backend/shapes'
import { verdict } from '#/entities/evidence/failure'
import { evidence, type Evidence, evidenceView, isSettled } from '#/entities/evidence/schema'

export const EVIDENCE_KEYS = {
  all: ['evidence'],
  one: (id: string) => ['evidence', 'one', id],
  ofIssue: (number: number) => ['evidence', 'issue', number],
} as const

const SOON = { every: 300, for: 6000 }
const LATER = 2000
const FOLLOWED = 15_000

/** Since when each is being looked up: what takes long is asked for less often. */
const begun = new Map<string, number>()

/** How long to wait before asking again, in milliseconds; nothing more comes of what is settled. */
export function pace(one: Evidence | undefined, now: number): number | false {
  if (!one) return false
  if (isSettled(one)) {
    begun.delete(one.id)
    return one.state === 'waiting' ? FOLLOWED : false
  }
  const since = begun.get(one.id) ?? now
  begun.set(one.id, since)
  return now - since < SOON.for ? SOON.every : LATER
}

/** One piece of evidence with what is known about its like; asked again until it is settled. */
export const evidenceQuery = (id: string) =>
  queryOptions({
    queryKey: EVIDENCE_KEYS.one(id),
    queryFn: () => call('evidenceGet', { id }, evidenceView),
    refetchInterval: ({ state }) => pace(state.data?.evidence, Date.now()),
    retry: false,
  })

const named = v.nullish(v.array(v.object({ name: v.string(), count })), () => [])

const ofIssue = v.object({
  summary: v.object({
    count,
    people: v.optional(count, 0),
    exact: v.optional(count, 0),
    approx: v.optional(count, 0),
    networks: named,
    wallets: v.nullish(v.array(v.object({ kind: v.string(), count })), () => []),
    perHour: v.nullish(v.array(v.object({ at: moment, count })), () => []),
    builds: v.nullish(v.array(v.object({ version: v.string(), count })), () => []),
    firstSeen: maybe(v.object({ version: maybe(v.string()), at: maybe(moment) })),
    lastAt: maybe(moment),
    path: maybe(v.array(v.string())),
    failureClass: maybe(v.string()),
    verdict: maybe(verdict),
    sentence: maybe(v.string()),
  }),
  rows: v.array(evidence),
  next: maybe(v.string()),
})
export type ProofSummary = v.InferOutput<typeof ofIssue>['summary']

/** The proof of an issue and all that was merged into it, newest first. */
export const proofQuery = (number: number) =>
  infiniteQueryOptions({
    queryKey: EVIDENCE_KEYS.ofIssue(number),
    queryFn: ({ pageParam }) =>
      call(
        'evidenceOfIssue',
        { issue: number, limit: 20, ...(pageParam ? { cursor: pageParam } : {}) },
        ofIssue,
      ),
    initialPageParam: '',
    getNextPageParam: page => page.next,
  })
