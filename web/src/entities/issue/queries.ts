import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { KEYS } from '#/entities/issue/cache'
import { issueList } from '#/entities/issue/schema'
import type { Sort } from '#/entities/issue/sort'
import { issueView, type Only, similar, timeline } from '#/entities/issue/view'

/** How many come at first, so that they come soon; and how many with each page after that. */
const PAGE = { first: 50, next: 100 }
const SECOND = 1000

/** Asking again means asking for every page. Of a long list, the line above it says what is new. */
const isShort = ({ state }: { state: { data: { pages: unknown[] } | undefined } }) =>
  (state.data?.pages.length ?? 0) <= 3

/** One list of issues, page after page. */
export const issueListQuery = (query: string, sort: Sort) =>
  infiniteQueryOptions({
    queryKey: KEYS.list(query, sort),
    queryFn: async ({ pageParam }) => {
      const page = await call(
        'searchIssues',
        {
          query,
          sort,
          ...(pageParam ? { limit: PAGE.next, cursor: pageParam } : { limit: PAGE.first }),
        },
        issueList,
      )
      // The cache knows when anything in it last changed, which rows do all the time.
      return { ...page, readAt: Date.now() }
    },
    initialPageParam: '',
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
    staleTime: 60 * SECOND,
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
  })

/** How a list would begin now. Asked for when something has happened that may be in it, so that it can say "4 new" without moving. */
export const freshListQuery = (query: string, sort: Sort) =>
  queryOptions({
    queryKey: [...KEYS.all, 'fresh', query, sort],
    queryFn: () => call('searchIssues', { query, sort, limit: PAGE.first }, issueList),
    staleTime: 0,
    retry: false,
  })

/** How many a search would find. */
export const countQuery = (query: string) =>
  queryOptions({
    queryKey: [...KEYS.all, 'count', query],
    queryFn: () => call('searchIssues', { query, sort: 'activity', limit: 1 }, issueList),
    select: ({ total }) => total,
    staleTime: 60 * SECOND,
  })

export const issueQuery = (number: number) =>
  queryOptions({
    queryKey: KEYS.one(number),
    queryFn: () => call('issueGet', { number }, issueView),
    // Anyone who comes back from another tab may have changed it there a moment ago.
    refetchOnWindowFocus: 'always',
  })

export const timelineQuery = (number: number, only: Only) =>
  infiniteQueryOptions({
    queryKey: KEYS.timeline(number, only),
    queryFn: ({ pageParam }) =>
      call(
        'issueTimeline',
        { number, only, limit: 100, ...(pageParam ? { cursor: pageParam } : {}) },
        timeline,
      ),
    initialPageParam: '',
    getNextPageParam: page => page.next,
    placeholderData: keepPreviousData,
  })

const similarAnswer = v.object({ rows: v.array(similar) })

/** What others have said that reads like this. */
export const similarQuery = (wanted: {
  title: string
  body?: string
  kind?: string
  exclude?: number
  /** What fails in the same way comes first. */
  evidence?: string
}) =>
  queryOptions({
    queryKey: [...KEYS.all, 'similar', wanted],
    queryFn: () => call('similarFind', { ...wanted, limit: 5 }, similarAnswer),
    select: ({ rows }) => rows,
    placeholderData: keepPreviousData,
    staleTime: 30 * SECOND,
    retry: false,
  })
