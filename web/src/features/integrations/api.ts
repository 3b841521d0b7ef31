import { queryOptions } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import { TRACKERS } from '#/entities/tracker/queries'
import type { TrackerKind } from '#/entities/tracker/schema'
import { chatServices, savedTracker, tested } from '#/features/integrations/model'

const INTEGRATIONS = ['admin', 'integrations']

export const chatServicesQuery = queryOptions({
  queryKey: [...INTEGRATIONS, 'chat'],
  queryFn: async () => (await call('chatServices', {}, chatServices)).rows,
})

const TOUCHED = [INTEGRATIONS, TRACKERS]

export interface ChatServiceChange {
  service: string
  /** What is left out stays; `null` takes it away. */
  settings: Record<string, string | null>
}
export const useSaveChatService = () =>
  useCommand<ChatServiceChange, typeof anything>('chatServiceSave', anything, TOUCHED)
export const useTestChatService = () =>
  useCommand<{ service: string }, typeof tested>('chatServiceTest', tested, TOUCHED)

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
  useCommand<TrackerChange, typeof savedTracker>('trackerSave', savedTracker, TOUCHED)
export const useTestTracker = () => useCommand<{ id: string }, typeof tested>('trackerTest', tested, TOUCHED)
export const useRemoveTracker = () =>
  useCommand<{ id: string }, typeof anything>('trackerRemove', anything, TOUCHED)
