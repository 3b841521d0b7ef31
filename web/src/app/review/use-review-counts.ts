import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { requery } from '#/backend/live/requery'
import { useLive } from '#/backend/live/use-live'
import { casesQuery } from '#/entities/fairness/case-queries'
import { ISSUE_ROWS, movesIssue } from '#/entities/issue/live'
import { toReviewQuery } from '#/entities/mission/queries'
import { queueCountsQuery } from '#/features/issues/triage/api'
import type { ReviewKind } from '#/features/review/kinds'
import { pendingPointsQuery } from '#/features/review/points/api'

const CALMLY = { apart: 5000, spread: 1000 }

/** How much waits for administrators, of each kind and in all. The sidebar and the tabs of Review show the same numbers. */
export function useReviewCounts() {
  const reports = useQuery(queueCountsQuery).data
  const missions = useQuery(toReviewQuery).data
  const cases = useInfiniteQuery(casesQuery('open')).data?.pages[0]?.counts
  const points = useQuery(pendingPointsQuery).data
  const counts: Record<ReviewKind, number> = {
    reports: reports?.waiting ?? 0,
    missions: missions ?? 0,
    appeals: cases?.appeals ?? 0,
    fairness: cases?.open ?? 0,
    points: points?.length ?? 0,
  }
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { counts, total, isLate: (reports?.late ?? 0) > 0 }
}

/** Keeps these numbers as they are now. */
export function useLiveReviewCounts() {
  const cache = useQueryClient()
  useLive(ISSUE_ROWS, {
    onEvent: event => movesIssue(event) && requery(cache, queueCountsQuery.queryKey, CALMLY),
  })
  useLive(
    { className: 'Submission', where: { state: 'needs_review' }, keys: ['state'] },
    { onEvent: () => requery(cache, toReviewQuery.queryKey, CALMLY) },
  )
}
