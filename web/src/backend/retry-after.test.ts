import { expect, test, vi } from 'vitest'
import { retryAtOf, watchRetryAfter } from '#/backend/retry-after'

const refusal = (status: number, headers: HeadersInit) => new Response('{}', { status, headers })

test('a refusal for asking too often says when to ask again', () => {
  expect(retryAtOf(refusal(429, { 'Retry-After': '42' }), 1_000)).toBe(43_000)
})

test.each([
  [200, { 'Retry-After': '42' }],
  [429, {}],
  [429, { 'Retry-After': 'soon' }],
])('%s with %o says nothing of waiting', (status, headers) => {
  expect(retryAtOf(refusal(status, headers as HeadersInit), 0)).toBeUndefined()
})

test('whoever watches knows the moment until it has passed', async () => {
  vi.stubGlobal('fetch', async () => refusal(429, { 'Retry-After': '10' }))
  vi.useFakeTimers({ now: 0 })
  const retryAt = watchRetryAfter()
  expect(retryAt()).toBeUndefined()
  await fetch('/anything')
  expect(retryAt()).toBe(10_000)
  vi.setSystemTime(10_001)
  expect(retryAt()).toBeUndefined()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
