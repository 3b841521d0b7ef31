import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { call } from '#/backend/call'
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
