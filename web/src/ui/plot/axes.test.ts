import { expect, test } from 'vitest'
import { evenly, some, steps } from '#/ui/plot/axes'

test('an axis has round steps and reaches above the largest value', () => {
  expect(steps(33)).toEqual([0, 10, 20, 30, 40])
  expect(steps(1)).toEqual([0, 1])
  expect(steps(0)).toEqual([0, 1])
  expect(steps(11_280)).toEqual([0, 5000, 10_000, 15_000])
})

test('a few of many keep the first and the last', () => {
  expect(some([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([1, 4, 7])
  expect(some([1, 2], 3)).toEqual([1, 2])
})

test('labels of time are equally far apart and end today', () => {
  expect(evenly([1, 2, 3, 4, 5, 6], 4)).toEqual([2, 4, 6])
  expect(evenly([1, 2, 3, 4, 5, 6, 7], 4)).toEqual([1, 3, 5, 7])
})
