import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { maybe } from '#/backend/shapes'
import { auditPage } from '#/features/audit/model'

export interface AuditFilter {
  actor?: string
  action?: string
  target?: string
  from?: string
  to?: string
}
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'audit', filter],
    queryFn: ({ pageParam }) =>
      call('audit', { ...filter, ...(pageParam ? { cursor: pageParam } : {}) }, auditPage),
    initialPageParam: null as number | null,
    getNextPageParam: last => last.next,
    placeholderData: keepPreviousData,
  })

const administrators = v.object({ rows: v.array(v.object({ username: maybe(v.string()) })) })

/** The names of those who are administrators now. */
export const administratorsQuery = queryOptions({
  queryKey: ['admin', 'people', 'administrators'],
  queryFn: () => call('people', { sort: 'name', filter: 'admins' }, administrators),
  select: ({ rows }) => rows.flatMap(({ username }) => username ?? []),
})
