import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as v from 'valibot'
import { anything, call } from '#/backend/call'
import {
  apiKeys,
  deliveries,
  madeKey,
  type MinSeverity,
  type Preset,
  rolledSecret,
  savedWebhook,
  testedWebhook,
  webhooks,
} from '#/features/settings/webhooks/model'

const HOOKS = ['admin', 'webhooks']
const DELIVERIES = [...HOOKS, 'deliveries']
const API_KEYS = ['admin', 'api keys']

export const webhooksQuery = queryOptions({
  queryKey: [...HOOKS, 'list'],
  queryFn: () => call('webhookList', {}, webhooks),
})

export type DeliveryFilter = 'all' | 'failed' | 'waiting'

/** What was sent, newest first; of one hook, or of all. */
export const deliveriesQuery = (webhook: string | null, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [...DELIVERIES, webhook, filter],
    queryFn: ({ pageParam }) =>
      call(
        'webhookDeliveries',
        {
          ...(webhook ? { webhook } : {}),
          ...(filter === 'all' ? {} : { state: filter }),
          ...(pageParam ? { cursor: pageParam } : {}),
        },
        deliveries,
      ),
    initialPageParam: '',
    getNextPageParam: page => page.next,
  })

export const apiKeysQuery = queryOptions({
  queryKey: API_KEYS,
  queryFn: () => call('apiKeyList', {}, apiKeys),
})

/** A command after which what it touches is asked for again. */
function useCommand<Params extends object, Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
  queryKey: readonly unknown[],
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (params: Params) => call(name, params, schema),
    onSettled: () => cache.invalidateQueries({ queryKey }),
  })
}

export interface WebhookChange {
  id?: string
  name: string
  /** Left out, it stays. */
  url?: string
  preset: Preset
  events: string[]
  /** Left out, it stays. */
  minSeverity?: MinSeverity
  state?: 'on' | 'off'
}
export const useSaveWebhook = () =>
  useCommand<WebhookChange, typeof savedWebhook>('webhookSave', savedWebhook, HOOKS)
export const useRemoveWebhook = () =>
  useCommand<{ id: string }, typeof anything>('webhookRemove', anything, HOOKS)
export const useTestWebhook = () =>
  useCommand<{ id: string }, typeof testedWebhook>('webhookTest', testedWebhook, HOOKS)
export const useEnableWebhook = () =>
  useCommand<{ id: string }, typeof anything>('webhookEnable', anything, HOOKS)
export const useRollSecret = () =>
  useCommand<{ id: string }, typeof rolledSecret>('webhookRollSecret', rolledSecret, HOOKS)
export const useReplay = () =>
  useCommand<{ delivery: string }, typeof anything>('webhookReplay', anything, DELIVERIES)

export interface NewKey {
  name: string
  scopes: string[]
  expiresAt?: string
}
export const useCreateKey = () => useCommand<NewKey, typeof madeKey>('apiKeyCreate', madeKey, API_KEYS)
export const useRollKey = () => useCommand<{ id: string }, typeof madeKey>('apiKeyRoll', madeKey, API_KEYS)
export const useRevokeKey = () =>
  useCommand<{ id: string }, typeof anything>('apiKeyRevoke', anything, API_KEYS)
