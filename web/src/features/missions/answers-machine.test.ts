import { expect, test } from 'vitest'
import {
  answersOf,
  isUnsent,
  nothingTyped,
  type TypingEvent,
  typingReducer,
} from '#/features/missions/answers-machine'

const after = (...events: TypingEvent[]) => events.reduce(typingReducer, nothingTyped)
const typed = (step: string, answer: string): TypingEvent => ({ type: 'typed', step, answer })

test('what was typed is shown before what the server knows, sent or not', () => {
  const known = { a: 'old', b: 'kept' }
  expect(answersOf(after(typed('a', 'new')), known)).toEqual({ a: 'new', b: 'kept' })
  expect(answersOf(after(typed('a', 'new'), { type: 'sent' }), known)).toEqual({ a: 'new', b: 'kept' })
  expect(answersOf(after(typed('a', 'new'), { type: 'sent' }, { type: 'saved', at: 1 }), known)).toEqual(
    known,
  )
})

test('what is typed while the rest is on its way waits for the next turn', () => {
  const typing = after(typed('a', '1'), { type: 'sent' }, typed('a', '12'))
  expect(typing).toMatchObject({ sending: { a: '1' }, edits: { a: '12' } })
  expect(isUnsent(typing)).toBe(true)
})

test('a failure keeps everything, the newer before the older', () => {
  const failed = after(typed('a', '1'), typed('b', '1'), { type: 'sent' }, typed('a', '12'), {
    type: 'failed',
    problem: 'no answer',
  })
  expect(failed).toMatchObject({ edits: { a: '12', b: '1' }, sending: null, problem: 'no answer' })
  expect(typingReducer(failed, { type: 'sent' }).problem).toBeNull()
})

test('the time of the last save stays while more is typed', () => {
  expect(after(typed('a', '1'), { type: 'sent' }, { type: 'saved', at: 7 }, typed('a', '2')).savedAt).toBe(7)
})
