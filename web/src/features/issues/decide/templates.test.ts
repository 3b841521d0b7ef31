import { expect, test } from 'vitest'
import { GROUNDS, isFinished, QUESTIONS, REASON } from '#/features/issues/decide/templates'

test('a template that wants words is not a reason yet', () => {
  expect(isFinished('This works as intended: …', REASON)).toBe(false)
  expect(isFinished('This is how it is meant to work: the fee is shown below.', REASON)).toBe(true)
})

test('a reason has twenty characters at least', () => {
  expect(isFinished('too short', REASON)).toBe(false)
  expect(isFinished(`   ${'x'.repeat(19)}   `, REASON)).toBe(false)
})

test('every ground and every question has a letter of its own', () => {
  for (const list of [GROUNDS, QUESTIONS]) expect(new Set(list.map(({ key }) => key)).size).toBe(list.length)
})
