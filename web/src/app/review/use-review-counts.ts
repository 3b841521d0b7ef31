import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { requery } from '#/backend/live/requery'
import { useLive } from '#/backend/live/use-live'
import { ISSUE_ROWS, movesIssue } from '#/entities/issue/live'
import { reviewCountsQuery } from '#/entities/review/queries'
import { REVIEW_KINDS, type ReviewKind } from '#/features/review/kinds'

const CALMLY = { apart: 5000, spread: 1000 }

/** How much waits for administrators, of each kind and in all. The sidebar and the tabs of Review show the same numbers. */
export function useReviewCounts() {
  const waiting = useQuery(reviewCountsQuery).data
  const counts = Object.fromEntries(REVIEW_KINDS.map(kind => [kind, waiting?.[kind] ?? 0]))
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { counts: counts as Record<ReviewKind, number>, total, isLate: (waiting?.late ?? 0) > 0 }
}

/** Keeps these numbers as they are now: after what the reader does, and when issues or submissions change. */
export function useLiveReviewCounts() {
  const cache = useQueryClient()
  const refresh = (options?: typeof CALMLY) => requery(cache, reviewCountsQuery.queryKey, options)
  useLive(ISSUE_ROWS, { onEvent: event => movesIssue(event) && refresh(CALMLY) })
  useLive(
    { className: 'Submission', where: { state: 'needs_review' }, keys: ['state'] },
    { onEvent: () => refresh(CALMLY) },
  )
  useEffect(
    () =>
      cache.getMutationCache().subscribe(event => {
        if (event.type === 'updated' && event.action.type === 'success')
          requery(cache, reviewCountsQuery.queryKey)
      }),
    [cache],
  )
}
