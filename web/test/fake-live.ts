import { act } from '@testing-library/react'
import { setLive } from '#/backend/live/live'
import type { Follower, LiveOp, LiveQuery, LiveState } from '#/backend/live/live-query'

/** A holder of the socket that tells what a test says. */
export function fakeLive() {
  const followed = new Set<{ query: LiveQuery; follower: Follower }>()
  const client: Parameters<typeof setLive>[0] = {
    follow(query, follower) {
      const each = { query, follower }
      followed.add(each)
      return () => followed.delete(each)
    },
    setSession: () => undefined,
  }
  setLive(client)
  const of = (className: string) => [...followed].filter(({ query }) => query.className === className)
  return {
    /** The connection is lost, or is there. */
    become: (state: LiveState) => act(() => setLive(client, state)),
    classes: () => [...followed].map(({ query }) => query.className).toSorted(),
    queriesOf: (className: string) => of(className).map(({ query }) => query),
    /** Something happens to an object of a class. */
    tell: (className: string, op: LiveOp, object: object, original?: object) =>
      act(async () => {
        for (const { follower } of of(className))
          follower.onEvent({
            op,
            object: { objectId: 'x', ...object },
            ...(original ? { original: { objectId: 'x', ...original } } : {}),
          })
      }),
    /** The connection is there, or is there again. */
    ready: (isJoining = false) =>
      act(async () => {
        for (const { follower } of followed) follower.onReady?.(isJoining)
      }),
  }
}
