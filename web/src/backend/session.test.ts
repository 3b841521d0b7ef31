import { expect, test } from 'vitest'
import { sessionFrom } from '#/backend/session'

const row = {
  objectId: 's1',
  createdAt: '2026-11-01T00:00:00.000Z',
  expiresAt: { __type: 'Date', iso: '2027-11-01T00:00:00.000Z' },
  createdWith: { action: 'login', authProvider: 'password' },
  sessionToken: 'r:secret',
}

test('a row becomes plain data, without its token', () => {
  expect(sessionFrom(row, 's1')).toEqual({
    objectId: 's1',
    current: true,
    means: 'login',
    createdAt: '2026-11-01T00:00:00.000Z',
    expiresAt: '2027-11-01T00:00:00.000Z',
  })
})

test('a wallet is named as the means', () => {
  expect(
    sessionFrom({ ...row, createdWith: { action: 'login', authProvider: 'moralisEth' } }, 's2'),
  ).toMatchObject({
    current: false,
    means: 'moralisEth',
  })
})

test('what is no row is no session', () => {
  expect(sessionFrom({}, 's1')).toBeNull()
})
