import { useEffect, useRef } from 'react'
import { follow } from '#/backend/live/live'
import type { Follower, LiveQuery } from '#/backend/live/live-query'

/** Follows a query for as long as the component is there; `null` follows nothing. */
export function useLive(query: LiveQuery | null, follower: Follower) {
  const latest = useRef(follower)
  useEffect(() => {
    latest.current = follower
  })
  const written = query && JSON.stringify(query)
  useEffect(() => {
    if (written === null) return
    return follow(JSON.parse(written) as LiveQuery, {
      onEvent: event => latest.current.onEvent(event),
      onReady: isJoining => latest.current.onReady?.(isJoining),
    })
  }, [written])
}
