// @vitest-environment jsdom
// The client of a page, by either way to the holder of the socket, with the SDK's own client on a socket of ours.
import { MessageChannel } from 'node:worker_threads'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type TabHub, newTabHub } from '#/backend/live/tab-hub'
import { linkInside, portLink } from '#/backend/live/links'
import { newLiveClient } from '#/backend/live/live-client'
import type { Link, LiveEvent, LiveSession, LiveState, Request } from '#/backend/live/live-query'
import { openSdkSocket } from '#/backend/live/sdk-socket'
import { LiveServer } from '#test/live-server'

const session = (token: string): LiveSession => ({
  address: 'ws://127.0.0.1:1/parse',
  applicationId: 'swap',
  token,
})

/** A port on each side, as between a tab and the worker. */
function byPort(exchange: TabHub): Link {
  const { port1, port2 } = new MessageChannel() as unknown as { port1: MessagePort; port2: MessagePort }
  const receive = exchange.join(notice => port2.postMessage(notice))
  port2.addEventListener('message', ({ data }: MessageEvent<Request>) => receive(data))
  port2.start()
  return portLink(port1)
}

let server: LiveServer

beforeEach(() => {
  server = new LiveServer()
  server.install()
  // The SDK waits a random while before it connects again.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})

describe.each([
  ['in the page', linkInside],
  ['by the port of a worker', byPort],
])('%s', (_, linkTo) => {
  /** A tab of the browser whose tabs meet at `exchange`. */
  function tab(exchange: TabHub) {
    const states: LiveState[] = []
    const ended = vi.fn()
    const client = newLiveClient(linkTo(exchange), { state: next => states.push(next), sessionEnded: ended })
    return { ...client, states, ended }
  }

  function follower() {
    const events: LiveEvent[] = []
    const ready: boolean[] = []
    return {
      events,
      ready,
      onEvent: (event: LiveEvent) => void events.push(event),
      onReady: (isJoining: boolean) => void ready.push(isJoining),
    }
  }

  const issues = { className: 'Issue' }

  async function following() {
    const exchange = newTabHub(openSdkSocket)
    const one = tab(exchange)
    const told = follower()
    one.setSession(session('rin'))
    const stop = one.follow(issues, told)
    await vi.waitFor(() => expect(told.ready).toEqual([false]))
    return { exchange, one, told, stop }
  }

  test('what happens to an object is told as plain data, with what it was before', async () => {
    const { told, one } = await following()
    expect(one.states.at(-1)).toBe('open')
    server.tell('create', {
      className: 'Issue',
      objectId: 'a',
      number: 1,
      at: { __type: 'Date', iso: '2026-01-01T00:00:00.000Z' },
    })
    const before = { className: 'Issue', objectId: 'a', number: 1, severity: 'S2' }
    server.tell('update', { className: 'Issue', objectId: 'a', number: 2 }, before)
    server.tell('delete', { className: 'Issue', objectId: 'a', number: 2 })
    await vi.waitFor(() => expect(told.events.map(({ op }) => op)).toEqual(['create', 'update', 'delete']))
    const [made, changed] = told.events
    expect(made?.object).toMatchObject({ objectId: 'a', number: 1, at: { iso: '2026-01-01T00:00:00.000Z' } })
    expect(changed?.object).toMatchObject({ objectId: 'a', number: 2 })
    expect(changed?.object['severity']).toBeUndefined()
    expect(changed?.original).toMatchObject({ severity: 'S2' })
  })

  test('tabs share one socket and one subscription, and each hears all of it', async () => {
    const { exchange, told } = await following()
    const other = tab(exchange)
    const alsoTold = follower()
    other.setSession(session('rin'))
    other.follow(issues, alsoTold)
    await vi.waitFor(() => expect(alsoTold.ready).toEqual([true]))
    expect(server.sockets).toHaveLength(1)
    expect(server.followed()).toEqual(['Issue'])
    server.tell('create', { className: 'Issue', objectId: 'a' })
    await vi.waitFor(() => expect([told.events.length, alsoTold.events.length]).toEqual([1, 1]))
  })

  test('who stops hears no more, and the others still do', async () => {
    const { one, told, stop } = await following()
    const alsoTold = follower()
    one.follow(issues, alsoTold)
    await vi.waitFor(() => expect(alsoTold.ready).toEqual([true]))
    stop()
    server.tell('create', { className: 'Issue', objectId: 'a' })
    await vi.waitFor(() => expect(alsoTold.events).toHaveLength(1))
    expect(told.events).toEqual([])
  })

  test('after a cut it connects again, follows the same, and says that something may have been missed', async () => {
    const { one, told } = await following()
    server.sockets[0]?.cut()
    await vi.waitFor(() => expect(told.ready).toEqual([false, false]))
    expect(one.states.slice(-2)).toEqual(['lost', 'open'])
    expect(server.sockets).toHaveLength(2)
    server.tell('create', { className: 'Issue', objectId: 'a' })
    await vi.waitFor(() => expect(told.events).toHaveLength(1))
  })

  test('what is followed while the server is away is followed when it is back', async () => {
    const { one, told } = await following()
    server.isUp = false
    server.sockets[0]?.cut()
    const comments = follower()
    one.follow({ className: 'Comment' }, comments)
    server.isUp = true
    await vi.waitFor(() => expect([told.ready.length, comments.ready.length]).toEqual([2, 1]), {
      timeout: 5000,
    })
    expect(server.followed().toSorted()).toEqual(['Comment', 'Issue'])
  })

  test('signing out closes the socket for all tabs', async () => {
    const { exchange, one } = await following()
    const other = tab(exchange)
    other.setSession(session('rin'))
    other.follow({ className: 'Comment' }, follower())
    await vi.waitFor(() => expect(server.followed()).toHaveLength(2))
    one.setSession(null)
    await vi.waitFor(() => expect(server.open()).toEqual([]))
    await vi.waitFor(() => expect(other.states.at(-1)).toBe('idle'))
  })

  test('another user brings another socket, and a tab that is still at the old one hears nothing', async () => {
    const { exchange, told } = await following()
    const other = tab(exchange)
    const alsoTold = follower()
    other.setSession(session('mia'))
    other.follow(issues, alsoTold)
    await vi.waitFor(() => expect(alsoTold.ready).toEqual([false]))
    expect(server.open().map(({ token }) => token)).toEqual(['mia'])
    server.tell('create', { className: 'Issue', objectId: 'a' })
    await vi.waitFor(() => expect(alsoTold.events).toHaveLength(1))
    expect(told.events).toEqual([])
  })

  test('a session that ends is told once, and a new one takes up what was followed', async () => {
    const { one, told } = await following()
    server.endSessions()
    await vi.waitFor(() => expect(one.ended).toHaveBeenCalledTimes(1))
    expect(server.open()).toEqual([])
    one.setSession(session('rin again'))
    await vi.waitFor(() => expect(told.ready).toEqual([false, false]))
    expect(server.open().map(({ token }) => token)).toEqual(['rin again'])
  })

  test('a class that the server does not tell of is quiet, and the others are not', async () => {
    server.refusals['Vote'] = { code: 119, error: 'Permission denied' }
    const { one, told } = await following()
    const votes = follower()
    one.follow({ className: 'Vote' }, votes)
    server.tell('create', { className: 'Issue', objectId: 'a' })
    await vi.waitFor(() => expect(told.events).toHaveLength(1))
    expect(votes.ready).toEqual([])
    expect(one.ended).not.toHaveBeenCalled()
  })

  test('a page that was put away and comes back follows what it did', async () => {
    const { one, told } = await following()
    one.leave()
    one.rejoin()
    await vi.waitFor(() => expect(told.ready.length).toBeGreaterThan(1))
    server.tell('create', { className: 'Issue', objectId: 'a' })
    await vi.waitFor(() => expect(told.events).toHaveLength(1))
  })
})
