import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LiveEvent } from '#/backend/live/live-query'
import { requery } from '#/backend/live/requery'
import { movesIssue } from '#/entities/issue/live'
import { freshListQuery } from '#/entities/issue/queries'
import type { IssueRow } from '#/entities/issue/schema'
import type { Sort } from '#/entities/issue/sort'
import { useLiveIssues } from '#/entities/issue/use-live-issues'
import { countNew, goneFrom, isReordered, isStillFound } from '#/features/issues/list/list-news'

interface List {
  query: string
  sort: Sort
  rows: IssueRow[]
  /** When its beginning was read. */
  readAt: number
}

/** What was heard of since a list was read. */
interface Heard {
  place: string
  readAt: number
  changed: ReadonlySet<number>
  gone: ReadonlySet<number>
}

/** How a list differs from what it would be now. Its rows change in place; which there are, and their order, do not. */
export function useListNews({ query, sort, rows, readAt }: List) {
  const cache = useQueryClient()
  const place = `${query} ${sort}`
  const nothing: Heard = { place, readAt, changed: new Set(), gone: new Set() }
  const [kept, setHeard] = useState(nothing)
  // A list that was read again has no news.
  const isOld = kept.place !== place || kept.readAt !== readAt
  const heard = isOld ? nothing : kept
  if (isOld) setHeard(nothing)
  const asked = freshListQuery(query, sort)
  const fresh = useQuery({ ...asked, enabled: false })
  const now = fresh.dataUpdatedAt > readAt ? fresh.data : undefined

  const ask = (spread?: number) =>
    requery(cache, asked.queryKey, {
      ...(spread ? { spread } : {}),
      work: () => void cache.fetchQuery(asked).catch(() => undefined),
    })

  function onEvent(event: LiveEvent) {
    const number = Number(event.object['number'])
    const isGone = event.op === 'leave' || event.op === 'delete'
    if (rows.some(row => row.number === number)) note(number, isGone)
    if (!isGone && movesIssue(event)) ask()
  }

  function note(number: number, isGone: boolean) {
    setHeard(before => {
      if (before.changed.has(number) && before.gone.has(number) === isGone) return before
      const gone = new Set(before.gone)
      if (isGone) gone.add(number)
      else gone.delete(number)
      return { ...before, gone, changed: new Set(before.changed).add(number) }
    })
  }
  useLiveIssues({ onEvent, onReady: isJoining => !isJoining && readAt > 0 && ask(1000) })

  const goneNow = new Set([...heard.gone, ...goneFrom(rows, now)])
  for (const row of rows)
    if (heard.changed.has(row.number) && !isStillFound(query, row)) goneNow.add(row.number)
  return {
    /** How many it would have that it does not show. */
    fresh: countNew(rows, now),
    isReordered: isReordered(rows, sort, heard.changed),
    /** What it shows and would no longer have. */
    gone: goneNow as ReadonlySet<number>,
    total: now?.total,
  }
}
