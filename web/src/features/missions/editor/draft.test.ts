import * as v from 'valibot'
import { expect, test } from 'vitest'
import { mission as missionSchema } from '#/entities/mission/schema'
import {
  changesIn,
  copyOf,
  type Draft,
  draftOf,
  emptyQuestion,
  faultsIn,
  toParams,
  newStep,
  optionsIn,
} from '#/features/missions/editor/draft'
import { differences } from '#/features/missions/editor/TextRevisions'
import { nextStates } from '#/features/missions/editor/StateActions'
import { moved } from '#/features/missions/editor/StepsEditor'
import { mission } from '#test/fixtures/missions'

const saved = v.parse(missionSchema, mission())
const draft = (more: Partial<Draft> = {}): Draft => ({ ...draftOf(saved), ...more })

test('a mission that is opened and saved is as it was', () => {
  expect(toParams(draft())).toMatchObject({
    title: saved.title,
    opensAt: saved.opensAt,
    closesAt: saved.closesAt,
    review: { mode: 'sample', percent: 10 },
  })
  expect(changesIn(draft(), draftOf(saved))).toBe(0)
  expect(changesIn(draft({ title: 'Another title', points: '25' }), draftOf(saved))).toBe(2)
  expect(faultsIn(draft())).toEqual([])
})

test('a step is sent with what belongs to its type, and nothing else', () => {
  const [, transaction, scale] = toParams(draft()).steps
  expect(transaction).toHaveProperty('check')
  expect(transaction).not.toHaveProperty('question')
  expect(scale).toMatchObject({ question: { type: 'scale' } })
  expect(scale).not.toHaveProperty('check')
  const choice = { ...newStep([]), type: 'question' as const }
  const question = { ...emptyQuestion, type: 'one_of' as const, options: ' yes \n\nno', min: '3' }
  expect(toParams(draft({ steps: [{ ...choice, question }] })).steps[0]?.question).toEqual({
    type: 'one_of',
    options: ['yes', 'no'],
  })
  const bounded = { ...emptyQuestion, type: 'number' as const, min: '0', max: '' }
  expect(toParams(draft({ steps: [{ ...choice, question: bounded }] })).steps[0]?.question).toEqual({
    type: 'number',
    min: 0,
  })
})

test.each([
  [{ title: 'short' }, 'title'],
  [{ points: '4' }, 'points'],
  [{ points: '20.5' }, 'points'],
  [{ minutes: '0' }, 'minutes'],
  [{ capacity: '0' }, 'capacity'],
  [{ closesAt: '2020-01-01T00:00:00.000Z' }, 'closesAt'],
  [{ percent: '100' }, 'percent'],
] as [Partial<Draft>, string][])('%j is wrong in its %s', (more, field) => {
  expect(faultsIn(draft(more))).toEqual([{ field }])
})

test('a step that is not finished is named', () => {
  const [first] = draft().steps
  if (!first) throw new Error('There is a first step.')
  const choice = {
    ...first,
    type: 'question' as const,
    question: { ...emptyQuestion, type: 'one_of' as const },
  }
  expect(faultsIn(draft({ steps: [{ ...first, text: ' ' }] }))).toEqual([
    { field: 'step', step: 's1', part: 'text' },
  ])
  expect(faultsIn(draft({ steps: [choice] }))).toEqual([{ field: 'step', step: 's1', part: 'options' }])
  expect(faultsIn(draft({ steps: [{ ...first, required: false }] }))).toEqual([{ field: 'steps' }])
})

test('a new step has a name that no other has', () => {
  const steps = draft().steps.filter(({ id }) => id !== 's2')
  expect(steps.map(({ id }) => id)).not.toContain(newStep(steps).id)
})

test('steps change places, and stay at the ends', () => {
  const order = (by: 1 | -1, id: string) => moved(draft().steps, id, by).map(step => step.id)
  expect(order(1, 's1')).toEqual(['s2', 's1', 's3', 's4'])
  expect(order(-1, 's1')).toEqual(['s1', 's2', 's3', 's4'])
})

test('a copy has no window, and a title that fits', () => {
  const copy = copyOf(saved, `Copy of ${'x'.repeat(100)}`)
  expect(copy).toMatchObject({ opensAt: null, closesAt: null })
  expect(copy.title).toHaveLength(100)
  expect(copy).not.toHaveProperty('id')
})

test('only a mission that says when it opens can be scheduled', () => {
  const now = Date.parse('2026-11-17T00:00:00Z')
  expect(nextStates({ state: 'draft', opensAt: null }, now)).toEqual(['live', 'archived'])
  expect(nextStates({ state: 'draft', opensAt: '2026-11-18T00:00:00Z' }, now)).toContain('scheduled')
  expect(nextStates({ state: 'archived', opensAt: null }, now)).toEqual([])
})

test('answers are read line by line', () => {
  expect(optionsIn('a\n b \n\n')).toEqual(['a', 'b'])
})

test('the difference of two texts is shown', () => {
  expect(differences({ title: 'a', brief: 'b' }, { title: 'a', brief: 'c' })).toEqual([
    { name: 'brief', before: 'b', after: 'c' },
  ])
  expect(differences('a', 'b')).toEqual([{ name: '', before: 'a', after: 'b' }])
})
