import { expect, test } from 'vitest'
import type { Queue, QueueRow } from '#/features/issues/model'
import {
  initialTriage,
  lastMade,
  type Made,
  type TriageEvent,
  triageReducer,
} from '#/features/issues/triage/triage-machine'

const after = (...events: TriageEvent[]) => events.reduce(triageReducer, initialTriage(null))
const queue = (...numbers: number[]) => ({ rows: numbers.map(number => ({ number })) }) as unknown as Queue
const decided = (number: number, next: number | null): TriageEvent => ({
  type: 'decided',
  number,
  next,
  staying: false,
})
const made = (order: number, undoUntil = '2026-11-14T12:00:30Z'): Made => ({
  row: { number: order } as QueueRow,
  undoUntil,
  what: '',
  order,
})
const taken = (order: number): TriageEvent => ({ type: 'taken', order, made: made(order) })

test('a decided case leaves at once, and the next is in hand', () => {
  const { gone, at } = after(decided(7, 8))
  expect([[...gone], at]).toEqual([[7], 8])
})

test('a case that stays is still in hand', () => {
  const { gone, at, sent } = after(
    { type: 'opened', number: 7 },
    { type: 'decided', number: 7, next: 8, staying: true },
  )
  expect([[...gone], at, sent]).toEqual([[], 7, 1])
})

test('a refused case comes back into the hand, with the reason', () => {
  const { gone, at, refused, unanswered } = after(decided(7, 8), {
    type: 'refused',
    order: 1,
    number: 7,
    words: 'It has moved on.',
  })
  expect([[...gone], at, unanswered]).toEqual([[], 7, null])
  expect(refused).toEqual({ number: 7, words: 'It has moved on.' })
  expect(after(decided(7, 8)).refused).toBeNull()
})

test('undo means the decision just made: while it is unanswered there is none to undo', () => {
  const one = after(decided(7, 8), taken(1))
  expect(lastMade(one)?.order).toBe(1)
  const two = triageReducer(one, decided(8, null))
  expect(lastMade(two)).toBeNull()
  expect(lastMade(triageReducer(two, taken(2)))?.order).toBe(2)
})

test('answers in another order are undone in the order of the decisions', () => {
  const both = after(decided(7, 8), decided(8, null), taken(2), taken(1))
  expect(both.made.map(({ order }) => order)).toEqual([1, 2])
})

test('ten decisions can be undone, for as long as the server allows', () => {
  const many = Array.from({ length: 12 }, (_, place) => taken(place + 1))
  expect(after(...many).made.map(({ order }) => order)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  const late = { type: 'time passed', now: Date.parse('2026-11-14T12:01:00Z') } as const
  expect(after(taken(1), late).made).toEqual([])
})

test('what the server’s queue no longer has may come back to it', () => {
  const { gone } = after({ type: 'queue told', queue: queue(7, 8) }, decided(7, 8), {
    type: 'queue told',
    queue: queue(8),
  })
  expect([...gone]).toEqual([])
})

test('many decided together leave together; those refused come back', () => {
  const all = after(
    { type: 'toggled', number: 7 },
    { type: 'toggled', number: 8 },
    { type: 'toggled', number: 9 },
    { type: 'toggled', number: 9 },
    { type: 'many decided', numbers: [7, 8] },
    { type: 'many refused', numbers: [8] },
  )
  expect([[...all.gone], [...all.chosen]]).toEqual([[7], []])
})
