import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { anything, call } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import { release, widgetKey, widgetKeys } from '#/features/integrations/widget/model'

const WIDGET_KEYS = ['admin', 'widget keys']

export const widgetKeysQuery = queryOptions({
  queryKey: WIDGET_KEYS,
  queryFn: () => call('widgetKeyList', {}, widgetKeys),
})

/** A file beside the app. A development server has none. */
export const releaseQuery = queryOptions({
  queryKey: ['widget release'],
  queryFn: async () => v.parse(release, await (await fetch('/sdk/v1.json')).json()),
  retry: false,
})

export interface WidgetKeyChange {
  /** Left out for a new key. */
  id?: string
  name: string
  origins: string[]
  isOn: boolean
  records: boolean
  unsigned: boolean
}
export const useSaveWidgetKey = () =>
  useCommand<WidgetKeyChange, typeof widgetKey>('widgetKeySave', widgetKey, [WIDGET_KEYS])
export const useDeleteWidgetKey = () =>
  useCommand<{ id: string }, typeof anything>('widgetKeyDelete', anything, [WIDGET_KEYS])
