// Changes what is already known about an issue, wherever it is shown, before or after the server has said so.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { IssueList, IssueRow } from '#/entities/issue/schema'
import type { IssueView } from '#/entities/issue/view'

export const KEYS = {
  all: ['issues'],
  lists: ['issues', 'list'],
  list: (query: string, sort: string) => ['issues', 'list', query, sort],
  one: (number: number) => ['issues', 'one', number],
  timelines: (number: number) => ['issues', 'timeline', number],
  timeline: (number: number, only: string) => ['issues', 'timeline', number, only],
  queue: ['issues', 'queue'],
  case: (number: number) => ['issues', 'case', number],
} as const

/** Applies `change` to every copy of one issue. Answers with how to take it back. */
export function changeIssue(
  cache: QueryClient,
  number: number,
  change: (row: IssueRow) => Partial<IssueRow>,
): () => void {
  const before = [
    ...cache.getQueriesData({ queryKey: KEYS.lists }),
    ...cache.getQueriesData({ queryKey: KEYS.one(number) }),
  ]
  cache.setQueriesData<InfiniteData<IssueList>>({ queryKey: KEYS.lists }, data => {
    if (!data?.pages) return data
    return {
      ...data,
      pages: data.pages.map(page => ({
        ...page,
        rows: page.rows.map(row => (row.number === number ? { ...row, ...change(row) } : row)),
      })),
    }
  })
  cache.setQueriesData<IssueView>(
    { queryKey: KEYS.one(number) },
    view => view && { ...view, issue: { ...view.issue, ...change(view.issue) } },
  )
  return () => {
    for (const [key, data] of before) cache.setQueryData(key, data)
  }
}

/** Writes down what the server has said about one issue, also over answers that were asked for before it said so. */
export function settleIssue(cache: QueryClient, number: number, said: Partial<IssueRow>): void {
  changeIssue(cache, number, () => said)
  const asking = { fetchStatus: 'fetching' } as const
  const coming = [
    ...cache.getQueryCache().findAll({ ...asking, queryKey: KEYS.lists }),
    ...cache.getQueryCache().findAll({ ...asking, queryKey: KEYS.one(number) }),
  ]
  for (const query of coming)
    void query.promise?.then(
      () => changeIssue(cache, number, () => said),
      () => {},
    )
}

/** Makes everything about one issue be asked for again. */
export function refreshIssue(cache: QueryClient, number: number): Promise<unknown> {
  return Promise.all([
    cache.invalidateQueries({ queryKey: KEYS.one(number) }),
    cache.invalidateQueries({ queryKey: KEYS.timelines(number) }),
    cache.invalidateQueries({ queryKey: KEYS.case(number) }),
  ])
}
