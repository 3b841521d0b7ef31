import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { KEYS } from '#/entities/issue/cache'
import { status } from '#/entities/issue/schema'
import { type CheckVerdict, fixCheck } from '#/entities/issue/view'

const answer = v.object({ check: fixCheck, status })

interface Check {
  number: number
  build: string
  verdict: CheckVerdict
  note?: string
  evidence?: string
}

/** Says whether a fix works. Refused or not, what is shown of the issue may be out of date, and so may be `also`. */
export function useFixCheck(also: QueryKey = KEYS.all) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (check: Check) => call('fixCheckSubmit', check, answer),
    onSettled: () => Promise.all([KEYS.all, also].map(queryKey => cache.invalidateQueries({ queryKey }))),
  })
}
