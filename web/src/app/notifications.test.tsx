// What waits and what happened, done in place and by keys.
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#/backend/problem'
import { fakeLive } from '#test/fake-live'
import { NEWS, WAITING } from '#test/fixtures/notifications'
import { imaginedServer } from '#test/imagined-server'
import { renderRoute, tester } from '#test/render-route'

const { server, begin, answer, asked } = imaginedServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

let live: ReturnType<typeof fakeLive>

// The first to ask for a page waits for all its modules; that is not what the tests measure.
beforeAll(() => import('#/features/notifications/NotificationScreen'), 120_000)

beforeEach(() => {
  live = fakeLive()
  begin(tester)
})

const times = (name: string) => server.run.mock.calls.filter(([called]) => called === name).length
const list = (rows: object[], waiting = rows.length, unread = rows.length) => ({
  rows,
  next: null,
  waiting,
  unread,
})
const rowOf = async (title: RegExp) =>
  (await screen.findByRole('link', { name: title })).closest('li') as HTMLElement

const bell = (name: string) => screen.findByRole('button', { name })

test('the bell counts what waits, shows the latest, and leads to the inbox', async () => {
  const { user, router } = renderRoute('/leaderboard/rules', { as: tester })
  const button = await bell('Inbox, 3 waiting for you, 3 unread')
  expect(button.parentElement).toHaveTextContent('3')
  await user.click(button)
  const latest = await screen.findByRole('dialog', { name: 'Inbox' })
  expect(await within(latest).findByRole('link', { name: /^#377 is fixed in 0.4.2/ })).toBeInTheDocument()
  expect(await within(latest).findByRole('link', { name: /^#412 was confirmed/ })).toBeInTheDocument()
  await user.click(within(latest).getByRole('link', { name: /^Open inbox/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/notifications'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Inbox' })).toBeInTheDocument()
})

test('news is read from the bell', async () => {
  const { user, router } = renderRoute('/leaderboard/rules', { as: tester })
  await user.click(await bell('Inbox, 3 waiting for you, 3 unread'))
  const latest = await screen.findByRole('dialog', { name: 'Inbox' })
  await user.click(await within(latest).findByRole('link', { name: /^5 comments on #418/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/issues/418'))
  expect(asked('notificationRead')).toEqual({ ids: ['n-comments'] })
})

test('the dashboard, the inbox, the sidebar and the bell have one number', async () => {
  const { router } = renderRoute('/', { as: tester })
  await bell('Inbox, 3 waiting for you, 3 unread')
  expect(await screen.findByRole('region', { name: 'Waiting for you' })).toHaveTextContent(
    /^Waiting for you3/,
  )
  const place = screen.getByRole('link', { name: /^Inbox/ })
  expect(place).toHaveTextContent('3')
  await act(() => router.navigate({ to: '/notifications' }))
  expect(await screen.findByRole('region', { name: 'Waiting for you' })).toHaveTextContent(
    /^Waiting for you3/,
  )
  answer('notificationList', ({ bucket }: { bucket: string }) =>
    bucket === 'action' ? list(WAITING.slice(1), 2, 0) : list(NEWS, 2, 0),
  )
  await live.tell('Notification', 'update', { bucket: 'action' })
  await bell('Inbox, 2 waiting for you')
  expect(await screen.findByRole('region', { name: 'Waiting for you' })).toHaveTextContent(
    /^Waiting for you2/,
  )
  expect(place).toHaveTextContent('2')
})

test('the bell follows what happens elsewhere, and more than 99 is many', async () => {
  renderRoute('/leaderboard/rules', { as: tester })
  await bell('Inbox, 3 waiting for you, 3 unread')
  await waitFor(() => expect(live.classes()).toContain('Notification'))
  expect(live.queriesOf('Notification')[0]?.where).toEqual({
    user: { __type: 'Pointer', className: '_User', objectId: 'rin' },
  })
  answer('notificationList', list(WAITING, 412, 0))
  await live.tell('Notification', 'create', { bucket: 'action' })
  expect((await bell('Inbox, 412 waiting for you')).parentElement).toHaveTextContent('99+')
})

test('a fix is checked where it stands, and its row stays until the page is left', async () => {
  const { user } = renderRoute('/notifications', { as: tester })
  const row = await rowOf(/^#377 is fixed in 0.4.2/)
  expect(row).toHaveTextContent('A correct answer earns 10')
  answer('notificationList', ({ bucket }: { bucket: string }) =>
    bucket === 'action' ? list(WAITING.slice(1)) : list(NEWS),
  )
  await user.click(within(row).getByRole('button', { name: /^Works/ }))
  await waitFor(() =>
    expect(asked('fixCheckSubmit')).toEqual({ number: 377, build: 'build-0.4.2', verdict: 'works' }),
  )
  expect(await within(row).findByText('Done')).toBeInTheDocument()
  expect(within(row).queryByRole('button')).toBeNull()
})

test('what is still broken wants a word more', async () => {
  const { user } = renderRoute('/notifications', { as: tester })
  const row = await rowOf(/^#377 is fixed/)
  await user.click(within(row).getByRole('button', { name: /^Still broken/ }))
  await user.type(within(row).getByRole('textbox', { name: /What happens now/ }), 'It reverts again.')
  await user.click(within(row).getByRole('button', { name: 'Send the check' }))
  await waitFor(() =>
    expect(asked('fixCheckSubmit')).toMatchObject({ verdict: 'still_broken', note: 'It reverts again.' }),
  )
})

test('a question is answered in place, with Ctrl and Enter too', async () => {
  const { user } = renderRoute('/notifications', { as: tester })
  const row = await rowOf(/^@mia asks on #401/)
  expect(row).toHaveTextContent('“Which wallet version did you use?”')
  await user.type(within(row).getByRole('textbox', { name: 'Answer on #401' }), 'Rabby 0.93')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(asked('commentAdd')).toEqual({ number: 401, body: 'Rabby 0.93' }))
})

test('an answer that is refused stays typed, and says why', async () => {
  answer('commentAdd', new Problem(141, 'COMMENT_LIMIT: Enough for today.'))
  const { user } = renderRoute('/notifications', { as: tester })
  const row = await rowOf(/^@mia asks on #401/)
  const field = within(row).getByRole('textbox', { name: 'Answer on #401' })
  await user.type(field, 'Rabby')
  await user.click(within(row).getByRole('button', { name: /^Answer/ }))
  expect(await within(row).findByRole('alert')).not.toBeEmptyDOMElement()
  expect(field).toHaveValue('Rabby')
})

test('keys move over both lists, open, finish, read and read all', async () => {
  const { user, router } = renderRoute('/notifications', { as: tester })
  await rowOf(/^#412 was confirmed/)
  await user.keyboard('jj')
  expect(await rowOf(/^@mia asks/)).toHaveAttribute('aria-current', 'true')
  await user.keyboard('k')
  expect(await rowOf(/^#377 is fixed/)).toHaveAttribute('aria-current', 'true')
  await user.keyboard('jj')
  await user.keyboard('e')
  await waitFor(() => expect(asked('notificationDone')).toEqual({ id: 'n-reversed' }))
  await user.keyboard('j')
  expect(await rowOf(/^#412 was confirmed/)).toHaveAttribute('aria-current', 'true')
  await user.keyboard('e')
  await waitFor(() => expect(asked('notificationRead')).toEqual({ ids: ['n-confirmed'] }))
  await user.keyboard('{Shift>}e{/Shift}')
  await waitFor(() => expect(asked('notificationRead')).toEqual({ all: true }))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/issues/412'))
})

test('a kind is stopped by a key, and comes back by Undo', async () => {
  const { user } = renderRoute('/notifications', { as: tester })
  await rowOf(/^5 comments on #418/)
  await user.keyboard('jjjjj')
  await user.keyboard('u')
  await waitFor(() =>
    expect(asked('notifyPreferencesSet')).toEqual({
      kinds: [{ kind: 'comment', app: false, mail: 'off', push: false, chat: false }],
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(asked('notifyPreferencesSet')).toEqual({
      kinds: [{ kind: 'comment', app: true, mail: 'off', push: false, chat: false }],
    }),
  )
})

test('news are grouped, unread ones say so, and opening one reads it', async () => {
  const { user, router } = renderRoute('/notifications', { as: tester })
  const comments = await rowOf(/^5 comments on #418 by @kai, @juno and 2 others/)
  expect(comments).toHaveTextContent('unread')
  expect(await rowOf(/^Your reports were fixed in 0.4.2: #377, #365/)).toBeInTheDocument()
  expect(await rowOf(/^You reached level 2/)).not.toHaveTextContent('unread')
  await user.click(within(comments).getByRole('link'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/issues/418'))
  expect(asked('notificationRead')).toEqual({ ids: ['n-comments'] })
})

test('nothing waits, and there are no news', async () => {
  answer('notificationList', list([]))
  renderRoute('/notifications', { as: tester })
  expect(await screen.findByText('You’re all caught up.')).toBeInTheDocument()
  expect(await screen.findByText(/^No news yet/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Mark all as read/ })).toBeNull()
  expect(await bell('Inbox')).toBeInTheDocument()
})

test('a list that fails says so alone, and can be asked for again', async () => {
  answer('notificationList', ({ bucket }: { bucket: string }) =>
    bucket === 'action' ? new Problem(141, 'NOPE: No.') : list(NEWS),
  )
  const { user } = renderRoute('/notifications', { as: tester })
  expect(await screen.findByText('Couldn’t load your inbox.')).toBeInTheDocument()
  expect(await rowOf(/^#412 was confirmed/)).toBeInTheDocument()
  answer('notificationList', list(WAITING))
  await user.click(screen.getAllByRole('button', { name: 'Retry' })[0] as HTMLElement)
  expect(await rowOf(/^#377 is fixed/)).toBeInTheDocument()
})

test('older news come page by page', async () => {
  answer('notificationList', ({ bucket, cursor }: { bucket: string; cursor?: string }) => {
    if (bucket === 'action') return list([])
    return cursor ? list(NEWS.slice(2)) : { ...list(NEWS.slice(0, 2)), next: 'more' }
  })
  const { user } = renderRoute('/notifications', { as: tester })
  await rowOf(/^#412 was confirmed/)
  await user.click(screen.getByRole('button', { name: 'Show more' }))
  expect(await rowOf(/^You reached level 2/)).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull())
  expect(times('notificationList')).toBe(3)
})

test('what a tracker closed is decided with a build', async () => {
  answer('notificationList', ({ bucket }: { bucket: string }) =>
    bucket === 'news'
      ? list([])
      : list([
          {
            ...WAITING[0],
            id: 'n-tracker',
            kind: 'admin_tracker',
            data: {
              proposal: 'p1',
              tracker: { id: 't1', kind: 'github', name: 'core' },
              ref: '#12',
              url: 'https://example.org/12',
              state: 'closed',
            },
          },
        ]),
  )
  const { user } = renderRoute('/notifications', { as: tester })
  const row = await rowOf(/^#12 was closed in core: review #377/)
  await user.click(within(row).getByRole('button', { name: 'Fixed…' }))
  await user.selectOptions(
    within(row).getByRole('combobox', { name: 'Fixed in which build?' }),
    'build-0.4.3',
  )
  await user.click(within(row).getByRole('button', { name: 'Mark as fixed' }))
  await waitFor(() =>
    expect(asked('trackerProposalDecide')).toEqual({ id: 'p1', accept: true, build: 'build-0.4.3' }),
  )
})

test('a kind that the app does not know yet is a row all the same', async () => {
  answer('notificationList', ({ bucket }: { bucket: string }) =>
    bucket === 'action'
      ? list([])
      : list([{ ...NEWS[0], id: 'n-new', kind: 'moon_phase', data: { what: 7 } }]),
  )
  renderRoute('/notifications', { as: tester })
  expect(await rowOf(/^Something else: #412/)).toBeInTheDocument()
})

const FAILED = {
  id: 'n-failed',
  kind: 'failure_question',
  bucket: 'action',
  count: 1,
  at: '2026-11-19T10:33:00.000Z',
  readAt: null,
  doneAt: null,
  issue: null,
  actor: null,
  data: {
    failure: {
      id: 'failure1',
      class: 'permit_expired',
      sentence: 'The signed permit has expired.',
      isSwap: true,
      at: '2026-11-19T10:32:00.000Z',
      hash: `0x${'ab'.repeat(32)}`,
      network: 'Base',
      chainId: 8453,
    },
  },
}

test('a failed swap of one’s own wallet is reported from the inbox, with the transaction filled in', async () => {
  answer('notificationList', ({ bucket }: { bucket: string }) => list(bucket === 'action' ? [FAILED] : []))
  renderRoute('/notifications', { as: tester })
  const row = await rowOf(/^Your swap on Base at 10:32 UTC failed$/)
  expect(row).toHaveTextContent('The signed permit has expired. Was the product at fault?')
  const link = new URL((within(row).getByRole('link', { name: /Report it/ }) as HTMLAnchorElement).href)
  expect(link.pathname).toBe('/issues/new')
  expect(link.searchParams.get('tx')).toContain(FAILED.data.failure.hash)
  expect(link.searchParams.get('chain')).toContain('8453')
})

test.each([
  ['It was fine', 'fine', 'Thanks. Your answer was saved.'],
  ['Don’t ask again', 'stop', 'You won’t be asked again.'],
])('a question about a failed swap is answered with “%s”', async (name, value, said) => {
  answer('notificationList', ({ bucket }: { bucket: string }) => list(bucket === 'action' ? [FAILED] : []))
  const { user } = renderRoute('/notifications', { as: tester })
  const row = await rowOf(/^Your swap on Base/)
  await user.click(within(row).getByRole('button', { name }))
  expect(await screen.findByText(said)).toBeInTheDocument()
  expect(asked('failureAnswer')).toEqual({ failure: 'failure1', answer: value })
})
