import { useQueryClient } from '@tanstack/react-query'
import { requery, requeryUnlessFresh } from '#/backend/live/requery'
import { useLive } from '#/backend/live/use-live'
import { POINTS, STANDINGS } from '#/entities/points/keys'

/** Everyone who looks at the board sees a change at once. */
const SPREAD = 500

/** Keeps the numbers of a board that runs as they are now, and one's own ledger. */
export function useLiveBoard(isRunning: boolean) {
  const cache = useQueryClient()
  const ask = () =>
    requery(cache, STANDINGS, {
      spread: SPREAD,
      // Plots are of days; a point more is not seen in them.
      work: () =>
        void cache.invalidateQueries({
          queryKey: STANDINGS,
          predicate: ({ queryKey }) => queryKey[1] !== 'plots',
        }),
    })
  useLive(isRunning ? { className: 'SeasonPulse' } : null, {
    onEvent: ask,
    onReady: isJoining => !isJoining && ask(),
  })
  useLive(isRunning ? { className: 'PointsPulse' } : null, {
    onEvent: () => requery(cache, POINTS),
    onReady: isJoining => requeryUnlessFresh(cache, POINTS, isJoining),
  })
}
