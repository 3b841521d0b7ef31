import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { profile } from '#/features/profile/model'

export const profileQuery = (username: string) =>
  queryOptions({
    queryKey: ['profile', username],
    queryFn: () => call('profile', { username }, profile),
  })

export interface PrivacyChoice {
  showOnLeaderboard?: boolean
}

export function useSetPrivacy() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (privacy: PrivacyChoice) => call('memberPrefsSet', { privacy }, anything),
    onSuccess: () =>
      Promise.all([['profile'], ['standings']].map(queryKey => queryClient.invalidateQueries({ queryKey }))),
  })
}
