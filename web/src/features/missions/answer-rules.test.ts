import { expect, test } from 'vitest'
import { numberOf, toggled } from '#/features/missions/answer-rules'

test('a number is read however it is written, within its bounds', () => {
  const bounds = { min: 0, max: 10 }
  expect(numberOf('3,5', bounds)).toBe(3.5)
  expect(numberOf(' 10 ', bounds)).toBe(10)
  expect(numberOf('', bounds)).toBeNull()
  expect(numberOf('11', bounds)).toBeUndefined()
  expect(numberOf('-1', bounds)).toBeUndefined()
  expect(numberOf('ten', { min: null, max: null })).toBeUndefined()
})

test('what is chosen keeps the order of the offer, and nothing chosen is no answer', () => {
  const options = ['fees', 'speed', 'words']
  expect(toggled(undefined, 'words', options)).toEqual(['words'])
  expect(toggled(['words'], 'fees', options)).toEqual(['fees', 'words'])
  expect(toggled(['fees'], 'fees', options)).toBeNull()
})
