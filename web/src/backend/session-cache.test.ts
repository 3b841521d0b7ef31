import { expect, test } from 'vitest'
import { forget, queryClientOf, type SessionCache } from '#/backend/session-cache'

test('one person has one cache, and the next another', () => {
  const cache: SessionCache = { current: null }
  const rin = queryClientOf(cache, 'rin')
  expect(queryClientOf(cache, 'rin')).toBe(rin)
  expect(queryClientOf(cache, 'mia')).not.toBe(rin)
})

test('a user who signs out and in again begins with nothing', () => {
  const cache: SessionCache = { current: null }
  const before = queryClientOf(cache, 'rin')
  forget(cache)
  expect(queryClientOf(cache, 'rin')).not.toBe(before)
})
