import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { announcements } from '#/entities/announcement/schema'

export const ANNOUNCEMENTS = ['announcements']

/** What was announced lately. */
export const latestAnnouncementsQuery = queryOptions({
  queryKey: [...ANNOUNCEMENTS, 'latest'],
  queryFn: async () => (await call('announcementList', { limit: 10 }, announcements)).rows,
  staleTime: 5 * 60_000,
  retry: false,
})

/** All of them with the drafts, for administrators. */
export const allAnnouncementsQuery = infiniteQueryOptions({
  queryKey: [...ANNOUNCEMENTS, 'all'],
  queryFn: ({ pageParam }) =>
    call(
      'announcementList',
      { drafts: true, limit: 50, ...(pageParam ? { cursor: pageParam } : {}) },
      announcements,
    ),
  initialPageParam: '',
  getNextPageParam: page => page.next,
})
