import { useInfiniteQuery } from '@tanstack/react-query'
import { waitingQuery } from '#/entities/notification/queries'
import { useKeptRows } from '#/features/notifications/use-kept-rows'

/** What waits for the reader, and what was done since the page was opened. */
export function useWaiting() {
  const query = useInfiniteQuery(waitingQuery)
  const kept = useKeptRows(query.data)
  const open = kept.filter(({ isOver }) => !isOver).map(({ row }) => row)
  return { query, kept, open, count: query.data?.pages[0]?.waiting ?? open.length }
}

export type Waiting = ReturnType<typeof useWaiting>
