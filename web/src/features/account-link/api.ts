import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { preferencesQuery } from '#/entities/notification/preferences'
import { finished, links, type Service, started } from '#/features/account-link/model'

export const linksQuery = queryOptions({
  queryKey: ['account links'],
  queryFn: async () => (await call('accountLinks', {}, links)).rows,
})

function useRefresh() {
  const cache = useQueryClient()
  return () =>
    Promise.all(
      [linksQuery.queryKey, preferencesQuery.queryKey].map(queryKey => cache.invalidateQueries({ queryKey })),
    )
}

export const useStartLink = () =>
  useMutation({ mutationFn: (service: Service) => call('accountLinkStart', { service }, started) })

export interface Callback {
  service: string
  code: string
  state: string
}

export function useFinishLink() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (callback: Callback) => call('accountLinkFinish', callback, finished),
    onSuccess: refresh,
  })
}

export function useConfirmLink() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (service: Service) => call('accountLinkConfirm', { service }, finished),
    onSuccess: refresh,
  })
}

export function useRemoveLink() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (service: Service) => call('accountLinkRemove', { service }, anything),
    onSuccess: refresh,
  })
}
