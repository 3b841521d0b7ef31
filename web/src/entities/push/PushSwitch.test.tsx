import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { PushSwitch } from '#/entities/push/PushSwitch'

const push = vi.hoisted(() => ({
  pushDevices: vi.fn(),
  turnOnPush: vi.fn(),
  turnOffPush: vi.fn(),
  removePushDevice: vi.fn(),
  testPush: vi.fn(),
}))
const ability = vi.hoisted(() => ({ pushAbility: vi.fn(), pushPermission: vi.fn() }))
vi.mock('#/backend/push/push', () => push)
vi.mock('#/backend/push/ability', () => ability)
vi.mock('#/backend/use-moralis', () => ({ useMoralis: () => ({ user: { objectId: 'rin' } }) }))

const here = {
  id: 'a',
  label: 'Chrome on Linux',
  service: 'fcm.googleapis.com',
  createdAt: '2026-11-17T05:00:00.000Z',
  lastAt: null,
  current: true,
}
const there = { ...here, id: 'b', label: 'Firefox on Android', current: false }

function show(rows: object[] = []) {
  push.pushDevices.mockResolvedValue({ rows, limit: 10 })
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PushSwitch />
      </QueryClientProvider>
    </I18nProvider>,
  )
  return userEvent.setup()
}

const theSwitch = () => screen.findByRole('switch', { name: 'Push in this browser' })

beforeEach(() => {
  ability.pushAbility.mockReturnValue('able')
  ability.pushPermission.mockReturnValue('default')
})

test('nothing is asked before the switch is pressed', async () => {
  const user = show()
  await waitFor(async () => expect(await theSwitch()).toBeEnabled())
  expect(push.turnOnPush).not.toHaveBeenCalled()
  push.turnOnPush.mockResolvedValue(true)
  push.pushDevices.mockResolvedValue({ rows: [here], limit: 10 })
  await user.click(await theSwitch())
  expect(push.turnOnPush).toHaveBeenCalledWith('rin')
  await waitFor(async () => expect(await theSwitch()).toBeChecked())
  expect(screen.getByText('This one')).toBeInTheDocument()
})

test('a browser that said no says where that is changed', async () => {
  const user = show()
  await waitFor(async () => expect(await theSwitch()).toBeEnabled())
  push.turnOnPush.mockImplementation(async () => {
    ability.pushPermission.mockReturnValue('denied')
    return false
  })
  await user.click(await theSwitch())
  expect(await screen.findByText(/Your browser blocks notifications of this site/)).toBeInTheDocument()
})

test('a question of the browser that was put away is no answer: it can be asked again', async () => {
  const user = show()
  await waitFor(async () => expect(await theSwitch()).toBeEnabled())
  push.turnOnPush.mockResolvedValue(false)
  await user.click(await theSwitch())
  await waitFor(async () => expect(await theSwitch()).toBeEnabled())
  expect(await theSwitch()).not.toBeChecked()
})

test.each([
  ['unable', 'default', /does not support push/],
  ['home screen', 'denied', /add this app to the home screen first/],
  ['able', 'denied', /blocks notifications/],
])('%s with %s is explained and offers no switch', async (can, permission, sentence) => {
  ability.pushAbility.mockReturnValue(can)
  ability.pushPermission.mockReturnValue(permission)
  show()
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('another browser is removed from here, and a test says what became of it', async () => {
  const user = show([here, there])
  await user.click(await screen.findByRole('button', { name: 'Remove Firefox on Android' }))
  expect(push.removePushDevice.mock.calls[0]?.[0]).toBe('b')
  push.testPush.mockResolvedValueOnce({ sent: 2, removed: 0, failed: 0, problem: null })
  await user.click(screen.getByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText('Sent. It appears in a moment.')).toBeInTheDocument()
  push.testPush.mockResolvedValueOnce({
    sent: 0,
    removed: 1,
    failed: 0,
    problem: 'The browser has ended it.',
  })
  await user.click(screen.getByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText('Nothing was sent: The browser has ended it.')).toBeInTheDocument()
})
