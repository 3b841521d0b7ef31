import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { network } from '#/entities/network/schema'

const answer = v.object({ rows: v.array(network) })

/** The networks the product runs on. */
export const networksQuery = queryOptions({
  queryKey: ['networks', 'names'],
  queryFn: async () => (await call('networks', {}, answer)).rows,
  staleTime: 5 * 60_000,
})
