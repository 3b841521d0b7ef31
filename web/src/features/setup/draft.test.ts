import { expect, test } from 'vitest'
import { draftFrom } from '#/features/setup/draft'
import { tokenIn } from '#/features/setup/token'

test('what was typed comes back', () => {
  const typed = { token: 'abc', username: 'mia', email: 'mia@example.org' }
  expect(draftFrom(JSON.stringify(typed))).toEqual(typed)
})

test.each([null, '', 'nonsense', 'null', '[]', '{"username":7,"isAdmin":true}'])(
  'a tab that kept %o begins empty',
  written => {
    expect(draftFrom(written)).toEqual({ token: '', username: '', email: '' })
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
