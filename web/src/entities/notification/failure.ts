// Questions about failed transactions of one's own wallets.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { anything, call } from '#/backend/call'
import { NOTIFICATIONS } from '#/entities/notification/queries'

export type FailureAnswer = 'fine' | 'stop'

const QUESTIONS = ['failure-questions']

/** Whether the reader is asked, and whether calls are counted at all. */
export const failureQuestionsQuery = queryOptions({
  queryKey: QUESTIONS,
  queryFn: () => call('failureQuestions', {}, v.object({ isOn: v.boolean(), isCounting: v.boolean() })),
})

export function useFailureAnswer() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (answer: { failure: string; answer: FailureAnswer }) =>
      call('failureAnswer', answer, anything),
    onSettled: () =>
      Promise.all([NOTIFICATIONS, QUESTIONS].map(queryKey => cache.invalidateQueries({ queryKey }))),
  })
}

export function useAskAboutFailures() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (askAboutFailures: boolean) =>
      call('memberPrefsSet', { privacy: { askAboutFailures } }, anything),
    onSettled: () => cache.invalidateQueries({ queryKey: QUESTIONS }),
  })
}
