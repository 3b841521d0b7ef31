import { queryOptions } from '@tanstack/react-query'
import { client } from '#/backend/client'

/** Where the user is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: ['_Session', 'mine'],
  queryFn: async () => (await client()).sessions(),
})
