import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { buildDetails } from '#/entities/build/schema'

const builds = v.object({ rows: v.array(buildDetails) })

/** Every build, for administrators. */
export const buildsQuery = queryOptions({
  queryKey: ['builds'],
  queryFn: async () => (await call('builds', {}, builds)).rows,
})
