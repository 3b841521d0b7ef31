import { expect, test } from 'vitest'
import { draftFrom, keptOf } from '#/features/setup/draft'
import { tokenIn } from '#/features/setup/token'

const names = { product: 'Swap', shortName: 'S' }

test('what was typed comes back, and the password does not', () => {
  const typed = { ...draftFrom(null, names), username: 'mia', password: 'a secret phrase', product: 'Other' }
  const kept = keptOf(typed)
  expect(kept).not.toContain('a secret phrase')
  expect(draftFrom(kept, names)).toEqual({ ...typed, password: '' })
})

test.each([null, '', 'nonsense', 'null', '[]', '{"username":7,"isAdmin":true}'])(
  'a tab that kept %o begins with the names of the server',
  written => {
    expect(draftFrom(written, names)).toEqual({
      token: '',
      username: '',
      email: '',
      password: '',
      chainId: 0,
      networkId: '',
      networkName: '',
      rpcUrl: '',
      explorerUrl: '',
      ...names,
    })
  },
)

test.each([
  ['token=abc-123', 'abc-123'],
  ['#token=abc', 'abc'],
  ['token=a%2Bb', 'a+b'],
  ['', ''],
  ['content', ''],
])('the fragment %o carries the token %o', (fragment, token) => {
  expect(tokenIn(fragment)).toBe(token)
})
