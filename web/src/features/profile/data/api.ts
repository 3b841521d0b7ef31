import { useMutation } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { dataPart, deletion } from '#/features/profile/data/model'

export const readPart = (cursor: string | null) =>
  call('accountData', cursor === null ? {} : { cursor }, dataPart)

export interface Deletion {
  username: string
  texts: 'keep' | 'erase'
}

export const useDeleteAccount = () =>
  useMutation({ mutationFn: (params: Deletion) => call('accountDelete', { ...params }, deletion) })
