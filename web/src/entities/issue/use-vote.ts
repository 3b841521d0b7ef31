import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { call } from '#/backend/call'
import { count } from '#/backend/shapes'
import { changeIssue, settleIssue } from '#/entities/issue/cache'
import { tellOwnTabs } from '#/entities/issue/own-tabs'

const voteAnswer = v.object({ voteCount: count, affectsMe: v.boolean(), proofCount: v.optional(count) })

interface Vote {
  number: number
  on: boolean
  note?: string
  /** The proof that one has it too. */
  evidence?: string
}

/** "Affects me too", or no longer. Shown at once, undone if the server refuses. */
export function useVote() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ number, on, note, evidence }: Vote) =>
      on
        ? call(
            'issueVote',
            { number, ...(note ? { note } : {}), ...(evidence ? { evidence } : {}) },
            voteAnswer,
          )
        : call('issueUnvote', { number }, voteAnswer),
    onMutate: ({ number, on }) =>
      changeIssue(cache, number, row => ({
        affectsMe: on,
        voteCount: Math.max(0, row.voteCount + (on === row.affectsMe ? 0 : on ? 1 : -1)),
      })),
    onError: (_, __, undo) => undo?.(),
    onSuccess: ({ proofCount, ...answer }, { number, evidence }) => {
      const said = { ...answer, ...(proofCount === undefined ? {} : { proofCount }) }
      settleIssue(cache, number, said)
      tellOwnTabs(number, said)
      if (evidence) void cache.invalidateQueries({ queryKey: ['evidence'] })
    },
  })
}
