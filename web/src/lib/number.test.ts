import { expect, test } from 'vitest'
import { figure, percent, short, signed } from '#/lib/number'

test('thousands are parted, and a loss has a true minus', () => {
  expect(figure(8912)).toBe('8,912')
  expect(figure(-30)).toBe('−30')
})

test('a change has its sign, and no change has none', () => {
  expect([113, -30, 0].map(change => signed(change))).toEqual(['+113', '−30', '0'])
})

test('shares and axis labels', () => {
  expect(percent(3.82, 1)).toBe('3.8%')
  expect([800, 4000, 12_400].map(short)).toEqual(['800', '4K', '12.4K'])
})
