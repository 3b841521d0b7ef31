import { expect, test } from 'vitest'
import { readStoredUser, storageKey, storedUser } from '#/backend/stored-user'

test('the user is found where the SDK keeps it', () => {
  localStorage.setItem(
    'Parse/swap/currentUser',
    JSON.stringify({ className: '_User', objectId: 'a', username: 'rin', sessionToken: 'r:x' }),
  )
  expect(storageKey('swap')).toBe('Parse/swap/currentUser')
  expect(storedUser('swap')).toMatchObject({ objectId: 'a', username: 'rin', isAdmin: false })
})

test('the session token is not handed out', () => {
  expect(JSON.stringify(readStoredUser('{"objectId":"a","sessionToken":"r:x"}'))).not.toContain('r:x')
})

test.each([null, '', 'not json', '7', 'null', '{}', '{"objectId":7}'])('%s is signed out', written => {
  expect(readStoredUser(written)).toBeNull()
})
