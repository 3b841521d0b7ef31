import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import {
  deliveries,
  type MinSeverity,
  type Preset,
  rolledSecret,
  savedWebhook,
  testedWebhook,
  webhooks,
} from '#/features/integrations/webhooks/model'

const HOOKS = ['admin', 'webhooks']
const DELIVERIES = [...HOOKS, 'deliveries']

export const webhooksQuery = queryOptions({
  queryKey: [...HOOKS, 'list'],
  queryFn: () => call('webhookList', {}, webhooks),
})

export const DELIVERY_FILTERS = ['all', 'failed', 'waiting'] as const
type DeliveryFilter = (typeof DELIVERY_FILTERS)[number]

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
  useCommand<WebhookChange, typeof savedWebhook>('webhookSave', savedWebhook, [HOOKS])
export const useRemoveWebhook = () =>
  useCommand<{ id: string }, typeof anything>('webhookRemove', anything, [HOOKS])
export const useTestWebhook = () =>
  useCommand<{ id: string }, typeof testedWebhook>('webhookTest', testedWebhook, [HOOKS])
export const useEnableWebhook = () =>
  useCommand<{ id: string }, typeof anything>('webhookEnable', anything, [HOOKS])
export const useRollSecret = () =>
  useCommand<{ id: string }, typeof rolledSecret>('webhookRollSecret', rolledSecret, [HOOKS])
export const useReplay = () =>
  useCommand<{ delivery: string }, typeof anything>('webhookReplay', anything, [DELIVERIES])
