import { queryOptions } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import { apiKeys, madeKey } from '#/features/integrations/keys/model'

const API_KEYS = ['admin', 'api keys']

export const apiKeysQuery = queryOptions({
  queryKey: API_KEYS,
  queryFn: () => call('apiKeyList', {}, apiKeys),
})

export interface NewKey {
  name: string
  scopes: string[]
  expiresAt?: string
}
export const useCreateKey = () => useCommand<NewKey, typeof madeKey>('apiKeyCreate', madeKey, [API_KEYS])
export const useRollKey = () => useCommand<{ id: string }, typeof madeKey>('apiKeyRoll', madeKey, [API_KEYS])
export const useRevokeKey = () =>
  useCommand<{ id: string }, typeof anything>('apiKeyRevoke', anything, [API_KEYS])
