import { useEffect } from 'react'
import { pushOwner } from '#/lib/push-owner'
import { whenIdle } from '#/lib/when-idle'

/** Keeps pushes going where a user turned them on in this browser; elsewhere nothing is fetched. */
export function useKeptPush(userId: string) {
  useEffect(() => {
    if (!pushOwner()) return undefined
    return whenIdle(() => {
      const keeping = import('#/backend/push/push').then(({ keepPush }) => keepPush(userId))
      // The next visit tries again.
      keeping.catch(() => undefined)
    })
  }, [userId])
}
