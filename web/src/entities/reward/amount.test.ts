import { expect, test } from 'vitest'
import {
  bpsOf,
  bpsText,
  indexText,
  placesOf,
  plotted,
  rootText,
  shareText,
  tokenText,
  typedAmount,
} from '#/entities/reward/amount'

const UNIT = '10000000000000000'

test.each([
  ['1567370000000000000000', 18, UNIT, '1,567.37'],
  ['1567300000000000000000', 18, UNIT, '1,567.30'],
  ['0', 18, UNIT, '0.00'],
  ['3', 0, '1', '3'],
  ['250000', 0, '1', '250,000'],
  // Not a digit is lost, whatever the step was.
  ['1', 18, '1', '0.000000000000000001'],
  [String(2n ** 256n - 1n), 18, '1', /^115,792.*\.584007913129639935$/],
] as const)('%s with %i decimals in steps of %s', (amount, decimals, unit, written) => {
  const text = tokenText(amount, decimals, unit)
  if (typeof written === 'string') expect(text).toBe(written)
  else expect(text).toMatch(written)
})

test('what is typed comes back as it was typed', () => {
  expect(typedAmount('250000000000000000000000', 18)).toBe('250000')
  expect(typedAmount('1500000', 6)).toBe('1.5')
  expect(typedAmount('7', 0)).toBe('7')
})

test('a step of 0.01 has two places, one of a whole token none', () => {
  expect(placesOf(UNIT, 18)).toBe(2)
  expect(placesOf('1000000', 6)).toBe(0)
})

test('shares are rounded down, and nothing of nothing is nothing', () => {
  expect(bpsOf('1', '3')).toBe(3333)
  expect(bpsOf('1', '0')).toBe(0)
  expect(bpsText(63)).toBe('0.63 %')
  expect(shareText('539140000000000000000', '250000000000000000000000')).toBe('0.2156 %')
  expect(shareText('1', '0')).toBe('–')
  expect(indexText(3120)).toBe('0.312')
})

test('the root of 412 points is written as it was counted', () => {
  expect(rootText('20297783130')).toBe('20.298')
  expect(rootText('9412000000000')).toBe('9,412.000')
})

test('a plot needs no more than four places', () =>
  expect(plotted('1567370000000000000000', 18)).toBe(1567.37))
