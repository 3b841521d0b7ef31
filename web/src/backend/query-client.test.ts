import type { QueryMeta } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { Code, Problem } from '#/backend/problem'
import { newQueryClient, retryDelay, shouldRetry } from '#/backend/query-client'

const down = new Problem(Code.connectionFailed, '')
const refused = new Problem(Code.forbidden, '')

test('a failed query is tried three times more, after 1 s, 2 s and 4 s', () => {
  expect([0, 1, 2, 3].map(failures => shouldRetry(failures, down))).toEqual([true, true, true, false])
  expect([0, 1, 2].map(retryDelay)).toEqual([1000, 2000, 4000])
})

test('no pause is longer than 30 s', () => {
  expect(retryDelay(10)).toBe(30_000)
})

test('a refusal is not tried again', () => {
  expect(shouldRetry(0, refused)).toBe(false)
})

test('what no page shows is kept for five minutes', () => {
  expect(newQueryClient().getDefaultOptions().queries?.gcTime).toBe(5 * 60 * 1000)
})

test('what a user does makes a summary be asked for again, and nothing else', async () => {
  const cache = newQueryClient()
  const ask = (queryKey: string[], meta?: QueryMeta) =>
    cache.fetchQuery({ queryKey, queryFn: () => ({}), ...(meta && { meta }) })
  await ask(['dashboard'], { isSummary: true })
  await ask(['rules'])
  const done = cache.getMutationCache().build(cache, { mutationFn: () => Promise.resolve() })
  await done.execute(undefined)
  const isOld = (key: string[]) => cache.getQueryState(key)?.isInvalidated
  expect([isOld(['dashboard']), isOld(['rules'])]).toEqual([true, false])
})
