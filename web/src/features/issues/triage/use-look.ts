import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { anything, call } from '#/backend/call'
import { lookQuery } from '#/features/issues/triage/api'

/** Says that a user is looking for as long as they are, and who else is. */
export function useLook(number: number) {
  const cache = useQueryClient()
  const looking = useQuery(lookQuery(number))
  const isSaid = looking.isFetched
  useEffect(() => {
    if (!isSaid) return
    return () => {
      // A look that is still on its way would bring back who has left.
      const look = cache.getQueryCache().find({ queryKey: lookQuery(number).queryKey })?.promise
      const leave = () => call('triageLeave', { number }, anything)
      // It goes away by itself where this does not arrive.
      void Promise.allSettled([look])
        .then(leave)
        .catch(() => undefined)
    }
  }, [number, isSaid, cache])
  return looking.data
}
