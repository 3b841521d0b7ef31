import { expect, test } from 'vitest'
import { bodyOf, emptyDraft, kindOf, stepsOf } from '#/features/issues/report/draft'
import { qualityOf } from '#/features/issues/report/quality'
import { begin } from '#/features/issues/report/use-draft'

const draft = (given: object) => ({ ...emptyDraft(), ...given })
const words = { title: 'Permit expired right after signing', body: 'x'.repeat(60) }

test('the way in decides what kind of report it is', () => {
  expect(kindOf(draft({ way: 'error' }))).toBe('bug')
  expect(kindOf(draft({ way: 'screen' }))).toBe('bug')
  expect(kindOf(draft({ way: 'screen', inTheWay: true }))).toBe('friction')
  expect(kindOf(draft({ way: 'idea', inTheWay: true }))).toBe('idea')
})

test('each line is a step, however it is numbered', () => {
  expect(stepsOf(draft({ steps: '1. Choose USDC\n\n2) Confirm\n- Wait' }))).toEqual([
    'Choose USDC',
    'Confirm',
    'Wait',
  ])
})

test('what was pasted cannot break out of its place', () => {
  expect(bodyOf(draft({ body: 'It fails.', pasted: 'a ```` b' }))).toBe('It fails.\n\n`````\na ```` b\n`````')
  expect(bodyOf(draft({ body: 'It fails.' }))).toBe('It fails.')
})

test('one missing thing is named at a time', () => {
  expect(qualityOf(draft({}), 0)).toMatchObject({ grade: 'C', missing: 'words', done: 0, of: 4 })
  expect(qualityOf(draft(words), 0)).toMatchObject({ grade: 'B', missing: 'steps', done: 1 })
  expect(qualityOf(draft({ ...words, steps: 'Swap', expected: 'ETH', actual: 'Nothing' }), 0)).toMatchObject({
    grade: 'B',
    missing: 'proof',
    done: 3,
  })
  expect(qualityOf(draft({ ...words, steps: 'Swap', expected: 'ETH', actual: 'Nothing' }), 1)).toMatchObject({
    grade: 'A',
    missing: null,
  })
})

test('an idea needs fewer parts', () => {
  expect(qualityOf(draft({ ...words, way: 'idea' }), 0)).toMatchObject({
    grade: 'B',
    missing: 'proof',
    of: 2,
  })
})

test('words that are brought along fill the title, or stand below what is written, and come once', () => {
  const kept = { ...emptyDraft(), title: 'Swap hangs', body: 'It hung.' }
  expect(begin(emptyDraft(), { title: 'Swap hangs' })).toMatchObject({ title: 'Swap hangs', body: '' })
  const both = begin(kept, { title: 'The button does nothing' })
  expect(both).toMatchObject({ title: 'Swap hangs', body: 'It hung.\n\nThe button does nothing' })
  expect(begin(both, { title: 'The button does nothing' })).toEqual(both)
  expect(begin(kept, { title: 'Swap hangs' })).toEqual(kept)
})
