// Which administrators look at which issue, as reported by `IssueViewer`.
import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '#/backend/live/live-query'
import { KEYS } from '#/entities/issue/cache'
import { pointedAt } from '#/entities/issue/live'
import type { Person } from '#/entities/person/schema'
import type { Queue } from '#/features/issues/model'
import { lookQuery } from '#/features/issues/triage/api'

function changed(people: readonly Person[], one: Person, isThere: boolean): Person[] {
  const others = people.filter(({ id }) => id !== one.id)
  return isThere ? [...others, one] : others
}

/** Records that an administrator looks at an issue, or no longer. One's own looking is no news. */
export function showViewer(cache: QueryClient, { op, object }: LiveEvent, me: string | undefined) {
  const issue = pointedAt(object['issue'])
  const id = pointedAt(object['person'])
  if (issue === null || id === null || id === me) return
  const username = typeof object['username'] === 'string' ? object['username'] : null
  const viewer: Person = { id, username, isAdmin: true, trustLevel: 0, hidden: false }
  const isThere = op !== 'delete' && op !== 'leave'

  const queues = cache.getQueriesData<Queue>({ queryKey: KEYS.queue })
  const number = queues.flatMap(([, queue]) => queue?.rows ?? []).find(row => row.id === issue)?.number
  if (number === undefined) return
  for (const [queryKey, queue] of queues) {
    if (!queue) continue
    const before = queue.lookers[String(number)] ?? []
    const lookers = { ...queue.lookers, [String(number)]: changed(before, viewer, isThere) }
    const updatedAt = cache.getQueryState(queryKey)?.dataUpdatedAt
    cache.setQueryData(queryKey, { ...queue, lookers }, updatedAt ? { updatedAt } : {})
  }
  cache.setQueryData(
    lookQuery(number).queryKey,
    before => before && { lookers: changed(before.lookers, viewer, isThere) },
  )
}
