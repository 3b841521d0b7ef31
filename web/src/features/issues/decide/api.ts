import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { issueList } from '#/features/issues/model'

/** Issues by a few words, for choosing one. */
export const findQuery = (words: string) =>
  queryOptions({
    queryKey: ['issues', 'find', words],
    queryFn: () => call('searchIssues', { query: words, sort: 'impact', limit: 8 }, issueList),
    select: ({ rows }) => rows,
    enabled: words.length > 1,
    placeholderData: keepPreviousData,
    retry: false,
  })
