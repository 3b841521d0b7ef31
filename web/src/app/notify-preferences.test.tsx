// What reaches a person, and where; and the accounts it is sent to.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#/backend/problem'
import { imagine } from '#test/fixtures/answers'
import { imaginedServer } from '#test/imagined-server'
import { renderRoute, tester } from '#test/render-route'

const { server, begin, answer, asked } = imaginedServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

beforeAll(() => import('#/features/notifications/preferences/PreferencesTab'), 120_000)
beforeEach(() => {
  server.run.mockClear()
  begin(tester)
})

const TAB = '/u/rin?tab=notifications'
const preferences = () => imagine('notifyPreferencesGet') as Record<string, unknown>

test('each way of each kind is chosen alone, and what must be shown in the app is locked', async () => {
  const { user } = renderRoute(TAB, { as: tester })
  await user.click(await screen.findByText('Customise'))
  // There is no device, so there is no column for one.
  expect(screen.queryByRole('columnheader', { name: /^Push/ })).toBeNull()
  const chat = await screen.findByRole('switch', { name: 'Comment by others, Chat' })
  expect(chat).not.toBeChecked()
  await user.click(chat)
  await waitFor(() =>
    expect(asked('notifyPreferencesSet')).toEqual({
      kinds: [{ kind: 'comment', app: true, mail: 'off', push: false, chat: true }],
    }),
  )
  const mail = screen.getByRole('combobox', { name: 'Please check a fix, E-mail' })
  expect(mail).toHaveValue('now')
  await user.selectOptions(mail, 'digest')
  await waitFor(() =>
    expect(asked('notifyPreferencesSet')).toEqual({
      kinds: [{ kind: 'fix_check', app: true, mail: 'digest', push: true, chat: true }],
    }),
  )
  expect(screen.queryByRole('switch', { name: 'Please check a fix, In app' })).toBeNull()
  expect(screen.getByRole('row', { name: /^Please check a fix/ })).toHaveTextContent('always')
})

test('three presets, and one’s own beside them where none fits', async () => {
  const { user } = renderRoute(TAB, { as: tester })
  const presets = await screen.findByRole('group', { name: 'Preset' })
  expect(within(presets).getByRole('radio', { name: 'Normal' })).toBeChecked()
  expect(within(presets).queryByRole('radio', { name: 'Customised' })).toBeNull()
  await user.click(within(presets).getByRole('radio', { name: 'Quiet' }))
  await waitFor(() => expect(asked('notifyPreferencesSet')).toEqual({ preset: 'quiet' }))
})

test('choices that are no preset any more are called one’s own', async () => {
  const { kinds } = preferences() as { kinds: object[] }
  answer('notifyPreferencesGet', {
    ...preferences(),
    kinds: kinds.map((kind, order) => Object.assign({}, kind, { changed: order === 3 })),
  })
  const { user } = renderRoute(TAB, { as: tester })
  const presets = await screen.findByRole('group', { name: 'Preset' })
  expect(within(presets).getByRole('radio', { name: 'Customised' })).toBeChecked()
  await user.click(within(presets).getByRole('radio', { name: 'Normal' }))
  await waitFor(() => expect(asked('notifyPreferencesSet')).toEqual({ preset: 'normal' }))
})

test('a choice that is refused is taken back', async () => {
  answer('notifyPreferencesSet', new Problem(141, 'NOPE: No.'))
  const { user } = renderRoute(TAB, { as: tester })
  await user.click(await screen.findByText('Customise'))
  const chat = await screen.findByRole('switch', { name: 'Comment by others, Chat' })
  await user.click(chat)
  expect(await screen.findByText('Couldn’t save your choice.')).toBeInTheDocument()
  await waitFor(() => expect(chat).not.toBeChecked())
})

test('quiet hours and the hour of the digest are saved as they are chosen', async () => {
  const { user } = renderRoute(TAB, { as: tester })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'From' }), '23:30')
  await waitFor(() =>
    expect(asked('notifyPreferencesSet')).toEqual({ quiet: { from: '23:30', to: '07:30' } }),
  )
  await user.selectOptions(screen.getByRole('combobox', { name: 'Delivery time' }), '17:00')
  await waitFor(() => expect(asked('notifyPreferencesSet')).toEqual({ digestHour: 17 }))
  await user.click(screen.getByRole('switch', { name: 'Quiet hours' }))
  await waitFor(() => expect(asked('notifyPreferencesSet')).toEqual({ quiet: null }))
})

test('the zone of quiet hours and digest is shown and chosen', async () => {
  const { user } = renderRoute(TAB, { as: tester })
  const zone = await screen.findByRole('combobox', { name: 'Time zone' })
  expect(zone).toHaveValue((preferences() as { timeZone: string }).timeZone)
  await user.selectOptions(zone, 'Asia/Tokyo')
  await waitFor(() => expect(asked('memberPrefsSet')).toEqual({ timeZone: 'Asia/Tokyo' }))
})

test('the zone of the browser is stored where none is, and only there', async () => {
  renderRoute(TAB, { as: tester })
  await screen.findByRole('combobox', { name: 'Time zone' })
  expect(asked('memberPrefsSet')).toBeUndefined()
  const without = { ...tester, timeZone: '' }
  begin(without)
  renderRoute(TAB, { as: without })
  await waitFor(
    () =>
      expect(asked('memberPrefsSet')).toEqual({
        browserTimeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
      }),
    { timeout: 3000 },
  )
})

test('an address from which a mail came back is tried again', async () => {
  answer('notifyPreferencesGet', {
    ...preferences(),
    mail: { address: 'rin@example.org', verified: true, state: 'bounced' },
  })
  const { user } = renderRoute(TAB, { as: tester })
  expect(await screen.findByText(/^A mail came back from it/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(asked('mailRetryAddress')).toEqual({}))
})

test('Telegram is linked by its app, and only when the person agrees', async () => {
  const { user } = renderRoute(TAB, { as: tester })
  await user.click(await screen.findByRole('button', { name: 'Link Telegram' }))
  expect(await screen.findByRole('link', { name: 'Open Telegram' })).toHaveAttribute(
    'href',
    'https://t.me/touchstone_bot?start=abc',
  )
  answer('accountLinks', {
    rows: [{ service: 'telegram', available: true, state: 'pending', name: 'Rin (@rin)' }],
  })
  await user.click(await screen.findByRole('button', { name: 'Yes, link it' }))
  await waitFor(() => expect(asked('accountLinkConfirm')).toEqual({ service: 'telegram' }))
})

test('a linked account can be unlinked', async () => {
  const { user } = renderRoute(TAB, { as: tester })
  await user.click(await screen.findByRole('button', { name: 'Unlink Discord' }))
  await waitFor(() => expect(asked('accountLinkRemove')).toEqual({ service: 'discord' }))
})

test('what a service hands back leaves the address at once, and finishes the link', async () => {
  const { router } = renderRoute('/link/discord?code=a-code&state=a-state', { as: tester })
  expect(await screen.findByRole('heading', { name: 'Discord is linked as rin.' })).toBeInTheDocument()
  expect(router.state.location.href).toBe('/link/discord')
  expect(router.history.length).toBe(1)
  expect(asked('accountLinkFinish')).toEqual({ service: 'discord', code: 'a-code', state: 'a-state' })
  expect(server.run.mock.calls.filter(([name]) => name === 'accountLinkFinish')).toHaveLength(1)
})

test('anyone who declines at the service is told that nothing happened', async () => {
  renderRoute('/link/discord?error=access_denied&state=a-state', { as: tester })
  expect(await screen.findByText('You declined. Nothing was changed.')).toBeInTheDocument()
  expect(asked('accountLinkFinish')).toBeUndefined()
})

test('a link that the server refuses is not called one', async () => {
  answer('accountLinkFinish', new Problem(141, 'LINK_EXPIRED: This attempt has expired.'))
  renderRoute('/link/discord?code=a-code&state=a-state', { as: tester })
  expect(await screen.findByRole('heading', { name: 'Discord was not linked.' })).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('This attempt has expired.')
})

test('a stranger with a code in the address is asked to sign in, and the code is gone', async () => {
  const { router } = renderRoute('/link/discord?code=a-code&state=a-state')
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  expect(router.state.location.href).not.toContain('a-code')
})
