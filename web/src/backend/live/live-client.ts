import type { Follower, Link, LiveQuery, LiveSession, LiveState } from '#/backend/live/live-query'

/** Follows queries by a link, whatever is at its other end. */
export function newLiveClient(
  link: Link,
  on: { state: (state: LiveState) => void; sessionEnded: () => void },
) {
  const followed = new Map<number, { query: LiveQuery; follower: Follower }>()
  let session: LiveSession | null = null
  let last = 0

  link.listen(notice => {
    switch (notice.type) {
      case 'event':
        return followed.get(notice.id)?.follower.onEvent(notice.event)
      case 'ready':
        return followed.get(notice.id)?.follower.onReady?.(notice.isJoining)
      case 'state':
        return on.state(notice.state)
      case 'session ended':
        return on.sessionEnded()
    }
  })

  return {
    /** Returns how to stop. */
    follow(query: LiveQuery, follower: Follower): () => void {
      last += 1
      const id = last
      followed.set(id, { query, follower })
      link.send({ type: 'follow', id, query })
      return () => {
        if (followed.delete(id)) link.send({ type: 'stop', id })
      }
    },

    setSession(next: LiveSession | null) {
      session = next
      link.send({ type: 'session', session })
    },

    check: () => link.send({ type: 'check' }),

    /** The page goes, perhaps to come back as it was. */
    leave: () => link.send({ type: 'leave' }),

    /** It is back, as it was. */
    rejoin() {
      link.send({ type: 'session', session })
      for (const [id, { query }] of followed) link.send({ type: 'follow', id, query })
    },
  }
}

export type LiveClient = ReturnType<typeof newLiveClient>
