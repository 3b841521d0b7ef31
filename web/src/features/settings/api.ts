import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import { SETTINGS } from '#/entities/setting/commands'
import { settingsQuery } from '#/entities/setting/queries'
import { brandPreview, revisions } from '#/features/settings/model'

export const revisionsQuery = (key: string) =>
  queryOptions({
    queryKey: [...settingsQuery.queryKey, 'history', key],
    queryFn: async () => (await call('settingHistory', { key }, revisions)).rows,
    staleTime: 0,
  })

/** What the app makes of an accent. */
export const brandPreviewQuery = (accent: string) =>
  queryOptions({
    queryKey: ['admin', 'brandPreview', accent],
    queryFn: () => call('brandPreview', { accent }, brandPreview),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })

export const useRollback = () =>
  useCommand<{ key: string; version: number }, typeof anything>('settingRollback', anything, SETTINGS)
