import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AT_ONCE, useIncrementalRows } from '#/features/issues/list/use-incremental-rows'

const rows = (from: number, count = 12) => Array.from({ length: count }, (_, at) => from + at)
const begin = (keys: number[], all = false) =>
  renderHook(props => useIncrementalRows(props.keys, props.first, all), {
    initialProps: { keys, first: null as number | null },
  })
const nextFrame = () => act(() => vi.advanceTimersToNextFrame())

beforeEach(() => void vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] }))
afterEach(() => void vi.useRealTimers())

test('what is there from the beginning is drawn at once', () => {
  const { result } = begin(rows(0))
  expect(rows(0).filter(result.current)).toHaveLength(12)
})

test('what comes into sight in a leap is drawn a few for each frame, the wanted one first', () => {
  const { result, rerender } = begin(rows(0))
  nextFrame()
  rerender({ keys: rows(500), first: 507 })
  expect(rows(500).filter(result.current)).toEqual([])
  nextFrame()
  expect(rows(500).filter(result.current)).toEqual([500, 501, 507])
  nextFrame()
  expect(rows(500).filter(result.current)).toHaveLength(2 * AT_ONCE)
  nextFrame()
  nextFrame()
  expect(rows(500).filter(result.current)).toHaveLength(12)
})

test('what stays in sight stays drawn', () => {
  const { result, rerender } = begin(rows(0))
  nextFrame()
  rerender({ keys: rows(3), first: null })
  expect(rows(3).filter(result.current)).toEqual(rows(3, 9))
})

test('nobody waits where all are wanted', () => {
  const { result, rerender } = begin(rows(0), true)
  nextFrame()
  rerender({ keys: rows(500), first: null })
  expect(rows(500).filter(result.current)).toHaveLength(12)
})
