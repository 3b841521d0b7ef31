import { expect, test } from 'vitest'
import { ruleFigure, typed, untyped } from '#/entities/rule/unit'

test('shares are percent, factors multiply, points are points', () => {
  expect(ruleFigure(2000, 'share')).toBe('20%')
  expect(ruleFigure(125, 'share')).toBe('1.25%')
  expect(ruleFigure(12_500, 'factor')).toBe('× 1.25')
  expect(ruleFigure(400, 'points')).toBe('400')
})

test('what is typed comes back as it was', () => {
  for (const [value, unit] of [
    [1250, 'share'],
    [6000, 'factor'],
    [15, 'points'],
  ] as const)
    expect(untyped(typed(value, unit), unit)).toBe(value)
})

test.each(['', 'many', '-3', '1.5'])('%o is no number of points', text => {
  expect(untyped(text, 'points')).toBeNull()
})

test('a comma is a point', () => {
  expect(untyped('1,25', 'factor')).toBe(12_500)
})
