import { useMutation, useQueryClient } from '@tanstack/react-query'
import { anything, call } from '#/backend/call'
import {
  type Preferences,
  type PreferencesChange,
  preferencesQuery,
} from '#/entities/notification/preferences'

const KEY = { mutationKey: ['notify preferences', 'set'] }

/** How the choices are once a change is taken; a preset is the server's to spell out. */
const changed = (before: Preferences, { kinds = [], preset, quiet, digestHour }: PreferencesChange) => ({
  ...before,
  ...(preset ? { preset } : {}),
  ...(quiet === undefined ? {} : { quiet }),
  ...(digestHour === undefined ? {} : { digestHour }),
  kinds: before.kinds.map(row => {
    const choice = kinds.find(({ kind }) => kind === row.kind)
    return Object.assign({}, row, choice, choice ? { changed: true } : preset ? { changed: false } : {})
  }),
})

/** Changes what reaches a person, and where. Shown at once; what the server refuses is undone. */
export function useSetPreferences() {
  const cache = useQueryClient()
  const { queryKey } = preferencesQuery
  return useMutation({
    ...KEY,
    mutationFn: (change: PreferencesChange) => call('notifyPreferencesSet', change, anything),
    onMutate: change => {
      const before = cache.getQueryData(queryKey)
      cache.setQueryData(queryKey, before && changed(before, change))
      return before
    },
    onError: (_, __, before) => void cache.setQueryData(queryKey, before),
    // Of several quick presses only the last asks: an answer in between would undo those after it.
    onSettled: () => (cache.isMutating(KEY) === 1 ? cache.invalidateQueries({ queryKey }) : undefined),
  })
}
