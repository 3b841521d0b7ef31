import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { dataPart, deletion } from '#/features/profile/data/model'

export const readPart = (cursor: string | null) =>
  call('accountData', cursor === null ? {} : { cursor }, dataPart)

export interface Deletion {
  username: string
  texts: 'keep' | 'erase'
}

/** When the reader's account is deleted, if they asked for it. */
export const deletionQuery = queryOptions({
  queryKey: ['account-deletion'],
  queryFn: () => call('accountDeletion', {}, deletion),
})

export function useDeleteAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (params: Deletion) => call('accountDelete', { ...params }, deletion),
    onSuccess: answer => queryClient.setQueryData(deletionQuery.queryKey, answer),
  })
}

export function useKeepAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call('accountDeletionCancel', {}, deletion),
    onSuccess: answer => queryClient.setQueryData(deletionQuery.queryKey, answer),
  })
}
