import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import {
  type Bucket,
  type Counts,
  type Notification,
  notificationPage,
  type NotificationPage,
} from '#/entities/notification/schema'

export const NOTIFICATIONS = ['notifications']
const LISTS = [...NOTIFICATIONS, 'list']
const PAGE = 50

export const notificationsQuery = (bucket: Bucket) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, bucket],
    queryFn: ({ pageParam }) =>
      call(
        'notificationList',
        { bucket, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) },
        notificationPage,
      ),
    initialPageParam: '',
    getNextPageParam: page => page.next,
  })

/** What waits for the reader, in one list for all: the dashboard, the inbox, the sidebar and the bell show its rows and its counts. */
export const waitingQuery = notificationsQuery('action')

/** How much waits and how much news is unread; nothing of either until the server has answered. */
export function useInboxCounts(): Counts {
  const first = useInfiniteQuery(waitingQuery).data?.pages[0]
  return { waiting: first?.waiting ?? 0, unread: first?.unread ?? 0 }
}

type Pages = InfiniteData<NotificationPage>

/** Changes rows wherever they are shown. */
function change(cache: QueryClient, said: (row: Notification) => Partial<Notification> | undefined) {
  cache.setQueriesData<Pages>({ queryKey: LISTS }, data =>
    data
      ? {
          ...data,
          pages: data.pages.map(page => ({
            ...page,
            rows: page.rows.map(row => ({ ...row, ...said(row) })),
          })),
        }
      : data,
  )
}

/** Marks news as read: those with `ids`, or all. */
export function useRead() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (which: { ids: string[] } | { all: true }) => call('notificationRead', which, anything),
    onMutate: which => {
      const readAt = new Date().toISOString()
      change(cache, row => {
        const isMeant = 'all' in which ? row.bucket === 'news' : which.ids.includes(row.id)
        return isMeant && row.readAt === null ? { readAt } : undefined
      })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: NOTIFICATIONS }),
  })
}

/** Ends what waits: it was done elsewhere, or is declined. */
export function useDone() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('notificationDone', { id }, anything),
    onSettled: () => cache.invalidateQueries({ queryKey: NOTIFICATIONS }),
  })
}
