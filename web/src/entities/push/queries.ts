import { queryOptions } from '@tanstack/react-query'
import { pushDevices } from '#/backend/push/push'

/** The browsers of the user that are pushed to. */
export const pushDevicesQuery = queryOptions({ queryKey: ['push', 'devices'], queryFn: pushDevices })
