import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import { programmeQuery } from '#/entities/programme/queries'
import { settingsQuery } from '#/entities/setting/queries'
import { changedSetting, revisions } from '#/features/settings/model'

export const revisionsQuery = (key: string) =>
  queryOptions({
    queryKey: [...settingsQuery.queryKey, 'history', key],
    queryFn: async () => (await call('settingHistory', { key }, revisions)).rows,
    staleTime: 0,
  })

const SETTINGS = [settingsQuery.queryKey, programmeQuery.queryKey]
/** Changes a setting from the version that was last heard of, be it by the answer to a change a moment ago. */
export function useSetSetting() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: { key: string; value: unknown }) => {
      const rows = queryClient.getQueryData(settingsQuery.queryKey)
      const version = rows?.find(row => row.key === change.key)?.version ?? 0
      return call('settingSet', { ...change, version }, changedSetting)
    },
    onSuccess: ({ key, value, version }) =>
      queryClient.setQueryData(settingsQuery.queryKey, rows =>
        rows?.map(row => (row.key === key ? { ...row, value, version } : row)),
      ),
  })
}
export const useRollback = () =>
  useCommand<{ key: string; version: number }, typeof anything>('settingRollback', anything, SETTINGS)
export const useRefreshSettings = () => {
  const queryClient = useQueryClient()
  return () => Promise.all(SETTINGS.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}
