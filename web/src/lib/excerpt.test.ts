import { expect, test } from 'vitest'
import { excerptOf } from '#/lib/excerpt'

test('marks are left out, words stay', () => {
  expect(
    excerptOf('# Why\n\nSee **before** you `sign`: [the faucet](https://faucet.test).\n- one\n2. two'),
  ).toBe('Why See before you sign: the faucet. one two')
})

test('what is long is cut, what is short is whole', () => {
  expect(excerptOf('one two three', 7)).toBe('one two…')
  expect(excerptOf('one two', 7)).toBe('one two')
})
