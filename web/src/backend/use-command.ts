import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as v from 'valibot'
import { call } from '#/backend/call'

/** A command of the server. Afterwards, also if it failed, everything below the keys in `touched` is asked for again. */
export function useCommand<Params extends object, Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
  touched: (readonly unknown[])[],
) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (params: Params) => call(name, params, schema),
    onSettled: () => Promise.all(touched.map(queryKey => cache.invalidateQueries({ queryKey }))),
  })
}
