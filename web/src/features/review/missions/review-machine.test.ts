import { expect, test } from 'vitest'
import {
  inHand,
  initialReview,
  type ReviewEvent,
  reviewReducer,
  waitingOf,
} from '#/features/review/missions/review-machine'

const after = (...events: ReviewEvent[]) => events.reduce(reviewReducer, initialReview)
const queue: ReviewEvent = { type: 'queue told', queue: ['a', 'b', 'c'] }

test('the first is in hand until another is chosen', () => {
  expect(inHand(after(queue))).toBe('a')
  expect(inHand(after(queue, { type: 'opened', id: 'c' }))).toBe('c')
  expect(inHand(initialReview)).toBeNull()
})

test('deciding moves on by itself, and at the end back', () => {
  expect(inHand(after(queue, { type: 'decided', id: 'a' }))).toBe('b')
  const last = after(queue, { type: 'opened', id: 'c' }, { type: 'decided', id: 'c' })
  expect(inHand(last)).toBe('b')
  expect(waitingOf(last)).toEqual(['a', 'b'])
})

test('keys stop at both ends', () => {
  const down: ReviewEvent = { type: 'stepped', by: 1 }
  const up: ReviewEvent = { type: 'stepped', by: -1 }
  expect(inHand(after(queue, down, down, down))).toBe('c')
  expect(inHand(after(queue, down, up, up))).toBe('a')
  expect(after(down)).toEqual(initialReview)
})

test('what the server refuses comes back into the hand, with its reason', () => {
  const back = after(
    queue,
    { type: 'decided', id: 'a' },
    { type: 'refused', id: 'a', words: 'Decided already.' },
  )
  expect(inHand(back)).toBe('a')
  expect(waitingOf(back)).toEqual(['a', 'b', 'c'])
  expect(back.refused).toEqual({ id: 'a', words: 'Decided already.' })
  expect(after(queue, { type: 'decided', id: 'a' }).refused).toBeNull()
})

test('the one in hand stays there when another comes before it', () => {
  const state = after(queue, { type: 'opened', id: 'b' }, { type: 'queue told', queue: ['x', 'a', 'b'] })
  expect(inHand(state)).toBe('b')
})

test('a submission that comes to the queue again waits again', () => {
  const again = after(queue, { type: 'decided', id: 'a' }, { type: 'queue told', queue: ['b'] }, queue)
  expect(waitingOf(again)).toEqual(['a', 'b', 'c'])
})
