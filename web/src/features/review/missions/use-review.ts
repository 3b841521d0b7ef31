import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useReducer } from 'react'
import { requery, requeryUnlessFresh } from '#/backend/live/requery'
import { useLive } from '#/backend/live/use-live'
import { MISSION_KEYS } from '#/entities/mission/queries'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { type Queued, reviewQueueQuery, useReview } from '#/features/review/missions/api'
import { inHand, initialReview, reviewReducer, waitingOf } from '#/features/review/missions/review-machine'
import { toast } from '#/ui/toasts'

/** The queue of submissions, the one in hand, and what becomes of a decision. */
export function useReviewQueue() {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const cache = useQueryClient()
  const query = useInfiniteQuery(reviewQueueQuery)
  const send = useReview()
  const [review, dispatch] = useReducer(reviewReducer, initialReview)
  const all = query.data?.pages.flatMap(({ rows }) => rows)
  const ids = all?.map(({ submission }) => submission.id)
  if (review.told?.join(' ') !== ids?.join(' ')) dispatch({ type: 'queue told', queue: ids })
  const waiting = new Set(waitingOf(review))
  const rows = (all ?? []).filter(({ submission }) => waiting.has(submission.id))
  const at = inHand(review)
  const current = rows.find(({ submission }) => submission.id === at)

  // What others decide leaves the queue, what testers hand in comes to it.
  useLive(
    { className: 'Submission', where: { state: 'needs_review' }, keys: ['state'] },
    {
      onEvent: () => requery(cache, MISSION_KEYS.queue),
      onReady: isJoining => requeryUnlessFresh(cache, MISSION_KEYS.queue, isJoining),
    },
  )

  /** Sends a decision. The submission leaves at once, and comes back with the reason if the server refuses. */
  function decide(row: Queued, decision: 'approve' | 'reject', note?: string) {
    const { id } = row.submission
    dispatch({ type: 'decided', id })
    const name = row.person.username ?? '…'
    void send.mutateAsync({ submission: id, decision, ...(note ? { note } : {}) }).then(
      ({ points }) => {
        toast({
          tone: 'success',
          title:
            decision === 'approve' ? t`Approved: ${row.mission.title}` : t`Refused: ${row.mission.title}`,
          detail: points ? t`@${name} gets ${points.amount} points.` : t`@${name} was notified.`,
        })
        requery(cache, MISSION_KEYS.queue)
        void cache.invalidateQueries({ queryKey: MISSION_KEYS.managed })
      },
      error => {
        dispatch({ type: 'refused', id, words: sayProblem(error) })
        requery(cache, MISSION_KEYS.queue)
      },
    )
  }

  return {
    query,
    rows,
    current,
    refused: review.refused !== null && review.refused.id === at ? review.refused.words : null,
    open: (id: string) => dispatch({ type: 'opened', id }),
    step: (by: 1 | -1) => dispatch({ type: 'stepped', by }),
    decide,
  }
}

export type ReviewQueue = ReturnType<typeof useReviewQueue>
