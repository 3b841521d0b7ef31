import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveState } from '#/backend/live/live-query'
import { newSubscriptions, type SocketListener } from '#/backend/live/subscriptions'

const session = { address: 'ws://x', applicationId: 'swap', token: 'rin' }
const issues = { className: 'Issue' }
const comments = { className: 'Comment' }
const nobody = { onEvent: () => undefined }

interface Opened {
  on: SocketListener
  ready: Map<string, () => void>
  stopped: string[]
  isClosed: boolean
  probe: () => Promise<void>
}

function board() {
  const opened: Opened[] = []
  const states: LiveState[] = []
  const sessionEnded = vi.fn()
  const { follow, check } = newSubscriptions(
    (_, on) => {
      const socket: Opened = {
        on,
        ready: new Map(),
        stopped: [],
        isClosed: false,
        probe: () => Promise.resolve(),
      }
      opened.push(socket)
      return {
        subscribe: ({ className }, { ready }) => {
          socket.ready.set(className, ready)
          return () => socket.stopped.push(className)
        },
        probe: () => socket.probe(),
        close: () => {
          socket.isClosed = true
        },
      }
    },
    session,
    { state: state => states.push(state), sessionEnded },
  )
  return { follow, check, opened, states, sessionEnded, last: () => opened.at(-1) as Opened }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a query outlives its last follower by half a minute, and the socket its last query', () => {
  const { follow, opened, last, states } = board()
  const stop = follow(issues, nobody)
  const stopOther = follow(comments, nobody)
  last().on.open()
  stop()
  vi.advanceTimersByTime(29_000)
  follow(issues, nobody)()
  vi.advanceTimersByTime(29_000)
  expect(last().stopped).toEqual([])
  vi.advanceTimersByTime(2000)
  expect(last().stopped).toEqual(['Issue'])
  stopOther()
  vi.advanceTimersByTime(31_000)
  expect(last().isClosed).toBe(true)
  expect(states).toEqual(['lost', 'open', 'idle'])
  follow(issues, nobody)
  expect(opened).toHaveLength(2)
})

test('after a minute of silence the server is asked, and is left for a new connection if it does not answer', async () => {
  const { follow, opened, last } = board()
  const onReady = vi.fn()
  follow(issues, { ...nobody, onReady })
  last().on.open()
  last().ready.get('Issue')?.()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(opened).toHaveLength(1)
  last().probe = () => new Promise(() => undefined)
  await vi.advanceTimersByTimeAsync(100_000)
  expect(opened).toHaveLength(2)
  expect(opened[0]?.isClosed).toBe(true)
  last().on.open()
  last().ready.get('Issue')?.()
  expect(onReady).toHaveBeenCalledTimes(2)
})

test('a machine that slept takes a new connection at once', () => {
  const { follow, opened, last } = board()
  follow(issues, nobody)
  last().on.open()
  vi.setSystemTime(Date.now() + 10 * 60_000)
  vi.advanceTimersByTime(30_000)
  expect(opened).toHaveLength(2)
})

test('what an abandoned socket still says is not heard', () => {
  const { follow, opened, states } = board()
  follow(issues, nobody)
  const [first] = opened
  first?.on.open()
  vi.setSystemTime(Date.now() + 10 * 60_000)
  vi.advanceTimersByTime(30_000)
  first?.on.open()
  expect(states.at(-1)).toBe('lost')
})

test('a server that refuses is asked again after a minute', () => {
  const { follow, opened, last } = board()
  follow(issues, nobody)
  last().on.refused()
  vi.advanceTimersByTime(59_000)
  expect(opened).toHaveLength(1)
  vi.advanceTimersByTime(2000)
  expect(opened).toHaveLength(2)
})

test('an ended session closes the socket and is said once', () => {
  const { follow, last, sessionEnded, states } = board()
  follow(issues, nobody)
  follow(comments, nobody)
  const { on, isClosed } = last()
  expect(isClosed).toBe(false)
  on.sessionEnded()
  on.sessionEnded()
  expect(sessionEnded).toHaveBeenCalledTimes(1)
  expect(last().isClosed).toBe(true)
  expect(states.at(-1)).toBe('idle')
})

test('going through many pages leaves no more behind than the server allows', () => {
  const { follow, last } = board()
  for (let page = 0; page < 60; page += 1) follow({ className: `Class${page}` }, nobody)()
  expect(60 - last().stopped.length).toBe(30)
  expect(last().stopped[0]).toBe('Class0')
})
