import { useMutation, useQueryClient } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { UNREPORTED } from '#/entities/unreported/queries'

/** Begins or ends to count the calls of a network. */
export function useCountCalls() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: { network: string; isOn: boolean }) => call('callWatchSet', change, anything),
    onSuccess: () => cache.invalidateQueries({ queryKey: UNREPORTED }),
  })
}
