import { expect, test } from 'vitest'
import { numbersAsText, numbersIn } from '#/features/announcements/numbers'

test('numbers are read however they are written, each once', () => {
  expect(numbersIn('#377, 390 and #377;401')).toEqual([377, 390, 401])
  expect(numbersIn('none')).toEqual([])
  expect(numbersIn(numbersAsText([12, 7]))).toEqual([12, 7])
})
