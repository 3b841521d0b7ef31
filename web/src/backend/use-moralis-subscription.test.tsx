import { renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { setConnection } from '#/backend/client'
import { useMoralisSubscription } from '#/backend/use-moralis-subscription'
import { fakeLive } from '#test/fake-live'

let live: ReturnType<typeof fakeLive>

beforeEach(() => {
  live = fakeLive()
  setConnection({ applicationId: 'swap', serverUrl: 'http://127.0.0.1:1/parse' })
})

test('each handler is notified of its own kind of event, with a plain object', async () => {
  const on = {
    onCreate: vi.fn(),
    onUpdate: vi.fn(),
    onEnter: vi.fn(),
    onLeave: vi.fn(),
    onDelete: vi.fn(),
  }
  renderHook(() => useMoralisSubscription('Issue', query => query, [], on))
  await waitFor(() => expect(live.classes()).toEqual(['Issue']))
  for (const op of ['create', 'update', 'enter', 'leave', 'delete'] as const)
    await live.tell('Issue', op, { objectId: op, number: 1 })
  for (const [name, handler] of Object.entries(on))
    expect(handler.mock.calls, name).toEqual([[{ objectId: name.slice(2).toLowerCase(), number: 1 }]])
})

test('the query is narrowed with the names of the SDK, and again when a dependency changes', async () => {
  const { rerender, unmount } = renderHook(
    ({ status }) =>
      useMoralisSubscription(
        'Issue',
        query => query.equalTo('status', status).greaterThan('voteCount', 2).select('title').watch('status'),
        [status],
      ),
    { initialProps: { status: 'new' } },
  )
  await waitFor(() =>
    expect(live.queriesOf('Issue')).toEqual([
      {
        className: 'Issue',
        where: { status: 'new', voteCount: { $gt: 2 } },
        keys: ['title'],
        watch: ['status'],
      },
    ]),
  )
  rerender({ status: 'fixed' })
  await waitFor(() => expect(live.queriesOf('Issue')[0]?.where).toMatchObject({ status: 'fixed' }))
  expect(live.queriesOf('Issue')).toHaveLength(1)
  unmount()
  expect(live.classes()).toEqual([])
})

test('a handler is the one of the last render, and a map that is new alone follows nothing new', async () => {
  const heard: string[] = []
  const { rerender } = renderHook(
    ({ name }) =>
      useMoralisSubscription('Issue', query => query.ascending('number'), [], {
        onCreate: () => heard.push(name),
      }),
    { initialProps: { name: 'first' } },
  )
  await waitFor(() => expect(live.classes()).toEqual(['Issue']))
  rerender({ name: 'second' })
  await live.tell('Issue', 'create', {})
  expect(heard).toEqual(['second'])
})

test('without `enabled` nothing is followed', async () => {
  const { rerender } = renderHook(
    ({ enabled }) => useMoralisSubscription('Issue', query => query, [], { enabled }),
    { initialProps: { enabled: false } },
  )
  await Promise.resolve()
  expect(live.classes()).toEqual([])
  rerender({ enabled: true })
  await waitFor(() => expect(live.classes()).toEqual(['Issue']))
})
