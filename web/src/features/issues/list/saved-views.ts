import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { KEYS } from '#/entities/issue/cache'
import { maybe } from '#/backend/shapes'
import { type Sort, SORTS } from '#/entities/issue/sort'
import { FIRST } from '#/features/issues/list/search-params'

const savedView = v.object({
  id: v.string(),
  name: v.string(),
  query: v.string(),
  sort: maybe(v.string()),
  shared: v.optional(v.boolean(), false),
  mine: v.optional(v.boolean(), true),
})
export type SavedView = v.InferOutput<typeof savedView>
const savedViews = v.object({ rows: v.array(savedView) })

/** The searches a user has kept, and those that are shared with everybody. */
export const savedViewsQuery = queryOptions({
  queryKey: [...KEYS.all, 'views'],
  queryFn: () => call('savedViews', {}, savedViews),
  select: ({ rows }) => rows,
  staleTime: 60_000,
})

export const sortOf = ({ sort }: SavedView): Sort => SORTS.find(each => each === sort) ?? FIRST.sort

export interface NewView {
  name: string
  query: string
  sort: Sort
  shared: boolean
}

const saved = v.object({ view: savedView })

/** Keeps a search under a name; one's own of the same name is replaced. */
export function useSaveView() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (view: NewView) => {
      const known = cache.getQueryData(savedViewsQuery.queryKey)?.rows
      const same = known?.find(each => each.mine && each.name === view.name)
      return call('savedViewSave', { ...view, ...(same ? { id: same.id } : {}) }, saved)
    },
    onSuccess: () => cache.invalidateQueries({ queryKey: savedViewsQuery.queryKey }),
  })
}

export function useDropView() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('savedViewRemove', { id }, v.unknown()),
    onSuccess: () => cache.invalidateQueries({ queryKey: savedViewsQuery.queryKey }),
  })
}
