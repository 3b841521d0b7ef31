import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#/backend/call'
import { keepSubmission } from '#/entities/mission/live'
import { MISSION_KEYS } from '#/entities/mission/queries'
import { type Answers, submissionAnswer } from '#/entities/mission/schema'

function useSubmissionCommand<Params extends object>(name: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (params: Params) => (await call(name, params, submissionAnswer)).submission,
    onSuccess: submission => {
      keepSubmission(cache, submission)
      // What else changed with it: places, what it pays, whether it fits.
      void cache.invalidateQueries({ queryKey: MISSION_KEYS.one('').slice(0, 2) })
    },
  })
}

/** Starts, tries again after a rejection, goes on after a block. */
export const useStart = () => useSubmissionCommand<{ mission: string }>('submissionStart')
export const useHandIn = () => useSubmissionCommand<{ submission: string }>('submissionSubmit')
export const useWithdraw = () => useSubmissionCommand<{ submission: string }>('submissionWithdraw')
export const useBlocked = () =>
  useSubmissionCommand<{ submission: string; issue: number }>('submissionBlocked')

/** Saves some answers. What it says is written down; nothing is asked for again with every letter. */
export function useSaveAnswers() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (params: { submission: string; answers: Answers }) =>
      (await call('submissionSave', params, submissionAnswer)).submission,
    onSuccess: submission => keepSubmission(cache, submission),
  })
}
