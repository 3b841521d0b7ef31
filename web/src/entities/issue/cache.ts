// Changes what is already known about an issue, wherever it is shown, before or after the server has said so.
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { IssueList, IssueRow } from '#/entities/issue/schema'
import type { IssueView } from '#/entities/issue/view'

export const KEYS = {
  all: ['issues'],
  lists: ['issues', 'list'],
  list: (query: string, sort: string) => ['issues', 'list', query, sort],
  views: ['issues', 'one'],
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
  changeIssues(cache, row => (row.number === number ? change(row) : undefined))
  return () => {
    for (const [key, data] of before) cache.setQueryData(key, data)
  }
}

/** Applies `change` to every copy of every issue that it has something to say about. What stays the same stays the same object. */
export function changeIssues(
  cache: QueryClient,
  change: (row: IssueRow) => Partial<IssueRow> | undefined,
): void {
  const changed = <Row extends IssueRow>(row: Row): Row => {
    const said = change(row)
    return said ? { ...row, ...said } : row
  }
  write<InfiniteData<IssueList>>(cache, KEYS.lists, data => {
    const pages = data.pages.map(page => {
      const rows = page.rows.map(changed)
      return rows.some((row, at) => row !== page.rows[at]) ? { ...page, rows } : page
    })
    return pages.some((page, at) => page !== data.pages[at]) ? { ...data, pages } : data
  })
  write<IssueView>(cache, KEYS.views, view => {
    const issue = changed(view.issue)
    return issue === view.issue ? view : { ...view, issue }
  })
}

/** Changes what was read, which does not make it read later. */
function write<Data>(cache: QueryClient, queryKey: readonly unknown[], change: (data: Data) => Data) {
  for (const query of cache.getQueryCache().findAll({ queryKey })) {
    const { data, dataUpdatedAt: updatedAt } = query.state as { data?: Data; dataUpdatedAt: number }
    const next = data && change(data)
    if (next !== data) cache.setQueryData(query.queryKey, next, { updatedAt })
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
