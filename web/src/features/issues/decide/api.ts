import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { KEYS } from '#/entities/issue/cache'
import { maybe } from '#/backend/shapes'
import { issueList } from '#/entities/issue/schema'

/** Whether enough is typed to look for: two letters, or the number of an issue. */
export const isSearchable = (words: string) => words.length > 1 || /^\d$/.test(words)

const search = (query: string) => call('searchIssues', { query, sort: 'impact', limit: 8 }, issueList)

/** What has these words; for a number, the issue of that number first, also without its sign. */
async function find(words: string) {
  if (!/^\d{1,9}$/.test(words)) return search(words)
  const [meant, worded] = await Promise.all([search(`#${words}`), search(words)])
  const others = worded.rows.filter(({ number }) => number !== Number(words))
  return { ...worded, rows: [...meant.rows, ...others] }
}

/** Issues by a few words, for choosing one. */
export const findQuery = (words: string) =>
  queryOptions({
    queryKey: [...KEYS.all, 'find', words],
    queryFn: () => find(words),
    select: ({ rows }) => rows,
    enabled: isSearchable(words),
    placeholderData: keepPreviousData,
    retry: false,
  })

const administrators = v.object({
  rows: v.array(v.object({ id: v.string(), username: maybe(v.string()) })),
})

/** Users an issue can be assigned to. */
export const administratorsQuery = queryOptions({
  queryKey: [...KEYS.all, 'administrators'],
  queryFn: () => call('people', { sort: 'name', filter: 'admins' }, administrators),
  select: ({ rows }) => rows,
  staleTime: 5 * 60_000,
})
