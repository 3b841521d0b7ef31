import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { afterPaint, usePainted } from '#/lib/after-paint'

const nextFrame = () => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)))
const press = () => dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }))

test('what follows from an answer is done once, after its frame', async () => {
  const work = vi.fn()
  afterPaint(work)
  expect(work).not.toHaveBeenCalled()
  await nextFrame()
  expect(work).toHaveBeenCalledOnce()
  press()
  expect(work).toHaveBeenCalledOnce()
})

test('a key that comes before the frame finds it done', async () => {
  const order: string[] = []
  const onKey = () => order.push('key')
  addEventListener('keydown', onKey)
  afterPaint(() => order.push('work'))
  press()
  removeEventListener('keydown', onKey)
  await nextFrame()
  expect(order).toEqual(['work', 'key'])
})

test('what is left undone is not done by a key either', async () => {
  const work = vi.fn()
  afterPaint(work)()
  press()
  await nextFrame()
  expect(work).not.toHaveBeenCalled()
})

test('a painted value follows the newest one, not those between', async () => {
  const seen: (number | null)[] = []
  const { rerender } = renderHook(({ value }) => seen.push(usePainted(value, null)), {
    initialProps: { value: 1 },
  })
  rerender({ value: 2 })
  rerender({ value: 3 })
  await act(nextFrame)
  expect(seen.at(-1)).toBe(3)
  expect(seen).not.toContain(2)
})
