import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as v from 'valibot'
import { anything, call } from '#/backend/call'
import { TRACKERS } from '#/entities/tracker/queries'
import type { TrackerKind } from '#/entities/tracker/schema'
import { chatServices, savedTracker, tested } from '#/features/settings/integrations/model'

const INTEGRATIONS = ['admin', 'integrations']

export const chatServicesQuery = queryOptions({
  queryKey: [...INTEGRATIONS, 'chat'],
  queryFn: async () => (await call('chatServices', {}, chatServices)).rows,
})

function useCommand<Params extends object, Schema extends v.GenericSchema>(name: string, schema: Schema) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (params: Params) => call(name, params, schema),
    onSettled: () =>
      Promise.all([INTEGRATIONS, TRACKERS].map(queryKey => cache.invalidateQueries({ queryKey }))),
  })
}

export interface ChatServiceChange {
  service: string
  /** What is left out stays; `null` takes it away. */
  settings: Record<string, string | null>
}
export const useSaveChatService = () =>
  useCommand<ChatServiceChange, typeof anything>('chatServiceSave', anything)
export const useTestChatService = () =>
  useCommand<{ service: string }, typeof tested>('chatServiceTest', tested)

export interface TrackerChange {
  id?: string
  kind: TrackerKind
  name: string
  project: string
  mode?: 'app' | 'token'
  appId?: string
  site?: string
  mail?: string
  /** A token, or the private key of an App. Left out, it stays. */
  credential?: string
}
export const useSaveTracker = () =>
  useCommand<TrackerChange, typeof savedTracker>('trackerSave', savedTracker)
export const useTestTracker = () => useCommand<{ id: string }, typeof tested>('trackerTest', tested)
export const useRemoveTracker = () => useCommand<{ id: string }, typeof anything>('trackerRemove', anything)
