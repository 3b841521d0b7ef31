import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { count } from '#/backend/shapes'
import { season } from '#/entities/season/schema'

const seasons = v.object({ rows: v.array(season) })
const checklist = v.object({
  items: v.array(v.object({ key: v.string(), ok: v.boolean(), count, sentence: v.string() })),
})

export const seasonsQuery = queryOptions({
  queryKey: ['seasons'],
  queryFn: async () => (await call('seasons', {}, seasons)).rows,
})

/** What must be done before a season ends, and what is. */
export const checklistQuery = (number: number) =>
  queryOptions({
    queryKey: [...seasonsQuery.queryKey, 'checklist', number],
    queryFn: async () => (await call('seasonChecklist', { number }, checklist)).items,
  })
