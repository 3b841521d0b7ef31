import { queryOptions } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import { useCommand } from '#/backend/use-command'
import { widgetKey, widgetKeys } from '#/features/integrations/widget/model'

const WIDGET_KEYS = ['admin', 'widget keys']

export const widgetKeysQuery = queryOptions({
  queryKey: WIDGET_KEYS,
  queryFn: () => call('widgetKeyList', {}, widgetKeys),
})

export interface WidgetKeyChange {
  /** Left out for a new key. */
  id?: string
  name: string
  origins: string[]
  isOn: boolean
  records: boolean
}
export const useSaveWidgetKey = () =>
  useCommand<WidgetKeyChange, typeof widgetKey>('widgetKeySave', widgetKey, [WIDGET_KEYS])
export const useDeleteWidgetKey = () =>
  useCommand<{ id: string }, typeof anything>('widgetKeyDelete', anything, [WIDGET_KEYS])
