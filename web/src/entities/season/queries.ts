import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { season } from '#/entities/season/schema'

const seasons = v.object({ rows: v.array(season) })

export const seasonsQuery = queryOptions({
  queryKey: ['seasons'],
  queryFn: async () => (await call('seasons', {}, seasons)).rows,
})
