import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LiveEvent } from '#/backend/live/live-query'
import { requery, requeryUnlessFresh } from '#/backend/live/requery'
import { useLive } from '#/backend/live/use-live'
import { useMoralis } from '#/backend/use-moralis'
import { KEYS } from '#/entities/issue/cache'
import { movesIssue } from '#/entities/issue/live'
import { type Status, STATUSES } from '#/entities/issue/schema'
import { useLiveIssues } from '#/entities/issue/use-live-issues'
import { showViewer } from '#/features/issues/triage/viewers'

/** What an issue has become since it was in the queue. */
export interface Became {
  status: Status
  resolution: string | null
}

const WAITING = new Set<Status>(['new', 'needs_info'])

/** Keeps the queue as it is now, and who looks at what. Tells what others made of issues. */
export function useLiveQueue(): ReadonlyMap<number, Became> {
  const cache = useQueryClient()
  const me = useMoralis().user?.objectId
  const [became, setBecame] = useState<ReadonlyMap<number, Became>>(new Map())

  function note({ op, object }: LiveEvent) {
    const number = Number(object['number'])
    const status = STATUSES.find(each => each === object['status'])
    const isOver = op !== 'delete' && op !== 'leave' && status !== undefined && !WAITING.has(status)
    setBecame(before => {
      if (!isOver && !before.has(number)) return before
      const next = new Map(before)
      const resolution = typeof object['resolution'] === 'string' ? object['resolution'] : null
      if (isOver) next.set(number, { status, resolution })
      else next.delete(number)
      return next
    })
  }

  useLiveIssues({
    onEvent: event => {
      note(event)
      if (movesIssue(event)) requery(cache, KEYS.queue)
    },
    onReady: isJoining => requeryUnlessFresh(cache, KEYS.queue, isJoining),
  })
  // That they still look is said all the time; that they came or left is what matters.
  useLive(
    { className: 'IssueViewer', watch: ['username'] },
    { onEvent: event => showViewer(cache, event, me) },
  )
  return became
}
