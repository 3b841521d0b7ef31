import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { anything, call } from '#/backend/call'
import { lookQuery } from '#/features/issues/triage/api'

/** Says that a user is looking for as long as they are, and who else is. */
export function useLook(number: number) {
  const looking = useQuery(lookQuery(number))
  const isSaid = looking.isFetched
  useEffect(() => {
    if (!isSaid) return
    // It goes away by itself where this does not arrive.
    return () => void call('triageLeave', { number }, anything).catch(() => undefined)
  }, [number, isSaid])
  return looking.data
}
