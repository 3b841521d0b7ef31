import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { anything, call } from '#/backend/call'
import { count, maybe } from '#/backend/shapes'
import { MISSION_KEYS } from '#/entities/mission/queries'
import { QUESTION_TYPES, submission } from '#/entities/mission/schema'
import { person } from '#/entities/person/schema'

const question = v.object({
  id: v.string(),
  text: v.string(),
  type: v.picklist(QUESTION_TYPES),
  answered: count,
  counts: v.array(v.object({ answer: v.string(), count })),
})
export type AnsweredQuestion = v.InferOutput<typeof question>

const row = v.object({ submission, person })
export type AnsweredRow = v.InferOutput<typeof row>

const answers = v.object({
  questions: v.array(question),
  rows: v.array(row),
  next: maybe(v.string()),
  total: count,
})

const answersOf = (mission: string, limit: number, cursor: string) =>
  call('missionAnswers', { mission, limit, ...(cursor ? { cursor } : {}) }, answers)

/** What was handed in for a mission, page after page, the newest first. */
export const answersQuery = (mission: string) =>
  infiniteQueryOptions({
    queryKey: [...MISSION_KEYS.all, 'answers', mission],
    queryFn: ({ pageParam }) => answersOf(mission, 20, pageParam),
    initialPageParam: '',
    getNextPageParam: page => page.next,
    staleTime: 10_000,
  })

/** All of it, for a file. */
export async function allAnswers(mission: string): Promise<AnsweredRow[]> {
  const rows: AnsweredRow[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: v.InferOutput<typeof answers> = await answersOf(mission, 100, cursor)
    rows.push(...page.rows)
    cursor = page.next
  }
  return rows
}

/** Reverses what a submission was paid. */
export function useRevoke() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (params: { submission: string; reason: string }) =>
      call('submissionRevoke', params, anything),
    onSuccess: () => cache.invalidateQueries({ queryKey: MISSION_KEYS.all }),
  })
}
