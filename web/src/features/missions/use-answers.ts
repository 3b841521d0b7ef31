import { useEffect, useEffectEvent, useReducer } from 'react'
import { problemFrom } from '#/backend/problem'
import type { Answer, Submission } from '#/entities/mission/schema'
import { answersOf, isUnsent, nothingTyped, typingReducer } from '#/features/missions/answers-machine'
import { useSaveAnswers } from '#/features/missions/api'

/** How long nothing is typed before it is saved, in milliseconds. */
const PAUSE = 500
/** After a failure it is tried again by itself. */
const AGAIN = 5000

/** The answers to a mission: saved by themselves, and what is typed is never overwritten by what comes. */
export function useAnswers(mine: Submission) {
  const save = useSaveAnswers()
  const [typing, dispatch] = useReducer(typingReducer, nothingTyped)
  const unsent = isUnsent(typing)
  const isIdle = unsent && typing.sending === null

  const send = useEffectEvent(async () => {
    if (!isUnsent(typing)) return
    dispatch({ type: 'sent' })
    try {
      await save.mutateAsync({ submission: mine.id, answers: typing.edits })
      dispatch({ type: 'saved', at: Date.now() })
    } catch (problem) {
      dispatch({ type: 'failed', problem })
    }
  })

  const { edits, problem: met } = typing
  useEffect(() => {
    // Each letter begins the pause again.
    const isAny = Object.keys(edits).length > 0
    // What the server refuses it will refuse again, until something else is typed.
    if (!isIdle || !isAny || (met !== null && !problemFrom(met).passing)) return
    const timer = setTimeout(() => void send(), met === null ? PAUSE : AGAIN)
    return () => clearTimeout(timer)
  }, [isIdle, edits, met])

  // A user who leaves the page has written what they wrote.
  useEffect(() => () => void send(), [])

  return {
    answers: answersOf(typing, mine.answers),
    set: (step: string, answer: Answer) => dispatch({ type: 'typed', step, answer }),
    savedAt: typing.savedAt,
    isSaving: unsent || typing.sending !== null,
    problem: typing.problem,
  }
}

export type AnswerSheet = ReturnType<typeof useAnswers>
