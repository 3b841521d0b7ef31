import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { count, maybe, moment } from '#/backend/shapes'
import { verdict } from '#/entities/evidence/failure'
import { evidence, evidenceView, isSettled } from '#/entities/evidence/schema'

export const EVIDENCE_KEYS = {
  all: ['evidence'],
  one: (id: string) => ['evidence', 'one', id],
  ofIssue: (number: number) => ['evidence', 'issue', number],
} as const

/** How often it is asked for while no events arrive, in milliseconds. */
const UNTOLD = 2000

/** One piece of evidence with what is known about its like. While the machine is at it, `useEvidence` follows it. */
export const evidenceQuery = (id: string) =>
  queryOptions({
    queryKey: EVIDENCE_KEYS.one(id),
    queryFn: () => call('evidenceGet', { id }, evidenceView),
    retry: false,
  })

/** The same without a connection that tells of changes: asked for again until it is settled. */
export const untoldEvidenceQuery = (id: string) =>
  queryOptions({
    ...evidenceQuery(id),
    refetchInterval: ({ state: { data } }) => data !== undefined && !isSettled(data.evidence) && UNTOLD,
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
