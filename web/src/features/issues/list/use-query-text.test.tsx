import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useQueryText } from '#/features/issues/list/use-query-text'

const onSearch = vi.fn()
beforeEach(() => onSearch.mockReset())

const begin = () =>
  renderHook(({ value }) => useQueryText(value, onSearch), { initialProps: { value: 'is:open' } })

function search(hook: ReturnType<typeof begin>, text: string) {
  act(() => hook.result.current.setText(text))
  act(() => hook.result.current.commit(text))
}

test('what is searched for stays in the field until the address says it too', () => {
  const hook = begin()
  search(hook, 'permit')
  expect(onSearch).toHaveBeenLastCalledWith('permit')
  expect(hook.result.current.text).toBe('permit')
  hook.rerender({ value: 'permit' })
  expect(hook.result.current.text).toBe('permit')
})

test('what is typed on meanwhile is kept when the address follows', () => {
  const hook = begin()
  search(hook, 'permit')
  act(() => hook.result.current.setText('permit exp'))
  hook.rerender({ value: 'permit' })
  expect(hook.result.current.text).toBe('permit exp')
})

test('an address that follows two searches one after the other changes nothing', () => {
  const hook = begin()
  search(hook, 'per')
  search(hook, 'permit')
  hook.rerender({ value: 'per' })
  expect(hook.result.current.text).toBe('permit')
  hook.rerender({ value: 'permit' })
  expect(hook.result.current.text).toBe('permit')
  search(hook, 'permit')
  expect(onSearch).toHaveBeenCalledTimes(2)
})

test('an address that skips a search of the page counts as having said it', () => {
  const hook = begin()
  search(hook, 'per')
  search(hook, 'permit')
  hook.rerender({ value: 'permit' })
  // The way back, to what was skipped.
  hook.rerender({ value: 'per' })
  expect(hook.result.current.text).toBe('per')
})

test('a search that is undone before the address said it leaves no trace', () => {
  const hook = begin()
  search(hook, 'permit')
  search(hook, 'is:open')
  hook.rerender({ value: 'permit' })
  expect(hook.result.current.text).toBe('permit')
})

test('a search that another user changes is what is in the field', () => {
  const hook = begin()
  search(hook, 'permit')
  hook.rerender({ value: 'permit' })
  hook.rerender({ value: 'area:swap' })
  expect(hook.result.current.text).toBe('area:swap')
  search(hook, 'permit')
  expect(onSearch).toHaveBeenCalledTimes(2)
})
