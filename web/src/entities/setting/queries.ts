import { queryOptions } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { settings } from '#/entities/setting/schema'

/** Every setting of the programme that administrators change here. */
export const settingsQuery = queryOptions({
  queryKey: ['admin', 'settings'],
  queryFn: async () => (await call('settings', {}, settings)).rows,
  // A form stands on it: it must not change under a user's hands.
  refetchOnWindowFocus: false,
})
