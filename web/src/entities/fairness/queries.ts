import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as v from 'valibot'
import { anything, call } from '#/backend/call'
import { type AppealSubject, oneAppeal, ownFairness } from '#/entities/fairness/schema'

/** What is decided or asked about the reader's own account. */
export const ownFairnessQuery = queryOptions({
  queryKey: ['fairness', 'mine'],
  queryFn: () => call('myFairness', {}, ownFairness),
})

function useOwnCommand<Params extends object, Schema extends v.GenericSchema>(name: string, schema: Schema) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (params: Params) => call(name, params, schema),
    onSuccess: () => cache.invalidateQueries({ queryKey: ownFairnessQuery.queryKey }),
  })
}

export interface NewAppeal {
  subjectType: AppealSubject
  subjectId: string
  body: string
}
export const useOpenAppeal = () => useOwnCommand<NewAppeal, typeof oneAppeal>('appealOpen', oneAppeal)
export const useWithdrawAppeal = () =>
  useOwnCommand<{ id: string }, typeof oneAppeal>('appealWithdraw', oneAppeal)
export const useAnswerQuestion = () =>
  useOwnCommand<{ id: string; body: string }, typeof anything>('riskAnswer', anything)
