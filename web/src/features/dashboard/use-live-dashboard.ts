import { useQueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '#/backend/live/live-query'
import { requery, requeryUnlessFresh } from '#/backend/live/requery'
import { useLive } from '#/backend/live/use-live'
import { useMoralis } from '#/backend/use-moralis'
import { movesIssue, pointedAt } from '#/entities/issue/live'
import { useLiveIssues } from '#/entities/issue/use-live-issues'
import { NETWORKS } from '#/entities/network/commands'
import { testerQuery } from '#/features/dashboard/api'

/** Figures of the whole programme change all the time, and all users look at them: they are asked for less often. */
const WHOLE_PROGRAMME = { apart: 10_000, spread: 5000 }
const FAILURES = { apart: 5000, spread: 1000 }

/** Whether an issue may wait for others than its reporter now: for checks of a fix. */
const mayWait = ({ object, original }: LiveEvent) =>
  object['status'] !== original?.['status'] &&
  (object['status'] === 'fixed' || original?.['status'] === 'fixed')

/** Keeps the dashboard of a tester as things are now. */
export function useLiveTesterDashboard() {
  const cache = useQueryClient()
  const me = useMoralis().user?.objectId ?? null
  const { queryKey } = testerQuery
  useLiveIssues({
    onEvent: event => {
      if (pointedAt(event.object['reporter']) === me) requery(cache, queryKey)
      else if (mayWait(event)) requery(cache, queryKey, { spread: 500 })
      else if (movesIssue(event)) requery(cache, queryKey, WHOLE_PROGRAMME)
    },
    onReady: isJoining => requeryUnlessFresh(cache, queryKey, isJoining),
  })
  useLive(
    me === null
      ? null
      : {
          className: 'PointsPulse',
          where: { user: { __type: 'Pointer', className: '_User', objectId: me } },
        },
    { onEvent: () => requery(cache, queryKey) },
  )
  // What others earn moves one's rank.
  useLive({ className: 'SeasonPulse' }, { onEvent: () => requery(cache, queryKey, WHOLE_PROGRAMME) })
}

/** Keeps the dashboard of an administrator as things are now. */
export function useLiveAdminDashboard() {
  const cache = useQueryClient()
  const figures = ['dashboard', 'admin']
  useLiveIssues({
    onEvent: event => movesIssue(event) && requery(cache, figures),
    onReady: isJoining => requeryUnlessFresh(cache, figures, isJoining),
  })
  useLive(
    { className: 'FailureCluster' },
    {
      onEvent: () => {
        requery(cache, ['dashboard', 'failures'], FAILURES)
        requery(cache, ['dashboard', 'coverage'], FAILURES)
      },
    },
  )
  useLive({ className: 'Network', watch: ['health'] }, { onEvent: () => requery(cache, NETWORKS, FAILURES) })
}
