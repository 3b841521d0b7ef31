import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { count } from '#/backend/shapes'
import { programmeQuery } from '#/entities/programme/queries'
import { settingsQuery } from '#/entities/setting/queries'

const changedSetting = v.object({ key: v.string(), value: v.unknown(), version: count })

/** Answers that follow from settings. */
export const SETTINGS = [settingsQuery.queryKey, programmeQuery.queryKey]

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

export const useRefreshSettings = () => {
  const queryClient = useQueryClient()
  return () => Promise.all(SETTINGS.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}
