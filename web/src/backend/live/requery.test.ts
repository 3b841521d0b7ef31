// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requery, requeryUnlessFresh } from '#/backend/live/requery'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  Object.defineProperty(document, 'hidden', { value: false, configurable: true })
})

const list = ['issues', 'list']

function counted() {
  const cache = new QueryClient()
  const asked = vi.spyOn(cache, 'invalidateQueries').mockResolvedValue()
  return { cache, asked }
}

function hide(hidden: boolean) {
  Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a storm of changes asks at most once a second, and once after the last', async () => {
  const { cache, asked } = counted()
  for (let change = 0; change < 300; change += 1) {
    requery(cache, list)
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(asked.mock.calls.length).toBeGreaterThanOrEqual(2)
  expect(asked.mock.calls.length).toBeLessThanOrEqual(3)
  await vi.advanceTimersByTimeAsync(1300)
  const before = asked.mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked.mock.calls.length).toBe(before)
})

test('the first is asked for within a quarter of a second', async () => {
  const { cache, asked } = counted()
  requery(cache, list)
  await vi.advanceTimersByTimeAsync(250)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('each query has its own turn', async () => {
  const { cache, asked } = counted()
  requery(cache, list)
  requery(cache, ['issues', 'one', 7])
  await vi.advanceTimersByTimeAsync(300)
  expect(asked).toHaveBeenCalledTimes(2)
})

test('what no page shows is asked for when a user does, once', async () => {
  const { cache, asked } = counted()
  hide(true)
  requery(cache, list)
  await vi.advanceTimersByTimeAsync(5000)
  requery(cache, list)
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked).not.toHaveBeenCalled()
  hide(false)
  expect(asked).toHaveBeenCalledTimes(1)
})

test('after a loss what was read is read again; who joins and is reading already reads once', async () => {
  const { cache, asked } = counted()
  requeryUnlessFresh(cache, list, false)
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked).not.toHaveBeenCalled()
  const reading = cache.fetchQuery({
    queryKey: list,
    queryFn: () => new Promise(resolve => setTimeout(resolve, 10_000, [])),
  })
  requeryUnlessFresh(cache, list, true)
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked).not.toHaveBeenCalled()
  requeryUnlessFresh(cache, list, false)
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10_000)
  await reading
  requeryUnlessFresh(cache, list, true)
  await vi.advanceTimersByTimeAsync(2000)
  expect(asked).toHaveBeenCalledTimes(2)
})
