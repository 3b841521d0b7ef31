import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { STANDINGS } from '#/entities/points/keys'
import { profile } from '#/features/profile/model'

export const profileQuery = (username: string) =>
  queryOptions({
    queryKey: ['profile', username],
    queryFn: () => call('profile', { username }, profile),
    meta: { isSummary: true },
  })

export interface PrivacyChoice {
  showOnLeaderboard?: boolean
}

export function useSetPrivacy() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (privacy: PrivacyChoice) => call('memberPrefsSet', { privacy }, anything),
    onSuccess: () =>
      Promise.all([['profile'], STANDINGS].map(queryKey => queryClient.invalidateQueries({ queryKey }))),
  })
}
