import { queryOptions } from '@tanstack/react-query'
import { pushAbility, pushPermission } from '#/backend/push/ability'
import { pushDevices } from '#/backend/push/push'

/** The browsers of the user that are pushed to, and whether this one can be. */
export const pushDevicesQuery = queryOptions({
  queryKey: ['push', 'devices'],
  queryFn: async () => ({ ...(await pushDevices()), ability: pushAbility(), permission: pushPermission() }),
})
