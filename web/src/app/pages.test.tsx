import '#/features/account/SignInForm'
import '#/app/settings/SettingsPage'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Code, Problem } from '#/backend/problem'
import type { User } from '#/backend/user'
import { imagine } from '#test/fixtures/answers'
import { administrator, renderRoute, tester } from '#test/render-route'

const server = vi.hoisted(() => ({
  confirm: vi.fn(),
  logIn: vi.fn(),
  logOut: vi.fn(),
  sessions: vi.fn(),
  endSessions: vi.fn(),
  changePassword: vi.fn(),
  run: vi.fn(),
}))
let endSession: () => void = () => undefined

vi.mock('#/backend/parse-client', () => ({
  connectTo: (_: unknown, onSessionEnded: () => void) => {
    endSession = onSessionEnded
    return server
  },
}))

const known = (user: User) => {
  server.confirm.mockResolvedValue(user)
  return { as: user }
}

beforeEach(() => {
  for (const call of Object.values(server)) call.mockReset()
  server.sessions.mockResolvedValue([])
  server.run.mockImplementation(async (name: string, params: object) => imagine(name, { ...params }))
})

test('a stranger is asked to sign in, and their wish is remembered', async () => {
  const { router } = renderRoute('/leaderboard')
  expect(await screen.findByRole('form', { name: 'Sign in' })).toBeInTheDocument()
  expect(router.state.location.href).toBe('/login?from=%2Fleaderboard')
})

test('a refused sign-in keeps what was typed', async () => {
  server.logIn.mockRejectedValue(new Problem(Code.objectNotFound, 'Invalid username/password.'))
  const { user } = renderRoute('/login')
  await user.type(await screen.findByLabelText('Username'), 'rin')
  await user.type(screen.getByLabelText('Password'), 'wrong')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Wrong username or password.')).toBeInTheDocument()
  expect(screen.getByLabelText('Username')).toHaveValue('rin')
  expect(screen.getByLabelText('Password')).toHaveValue('wrong')
})

test('whoever is signed in does not see the sign-in page', async () => {
  const { router } = renderRoute('/login', known(tester))
  expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/')
})

test('to a tester the settings do not exist', async () => {
  renderRoute('/admin/settings', known(tester))
  expect(await screen.findByRole('heading', { name: 'Object not found.' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /Settings/ })).toBeNull()
})

test('an administrator sees the settings once the server has confirmed who they are', async () => {
  renderRoute('/admin/settings', known(administrator))
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeInTheDocument()
})

test('a session that ends leaves the page, and what was typed, under a dialog', async () => {
  const { user } = renderRoute('/u/rin?tab=security', known(tester))
  const field = await screen.findByLabelText('New password')
  await user.type(field, 'half a new')
  await waitFor(() => expect(server.sessions).toHaveBeenCalled())
  endSession()
  const dialog = await screen.findByRole('dialog', { name: 'Your session has ended' })
  expect(field).toHaveValue('half a new')
  server.logIn.mockResolvedValue(tester)
  await user.type(screen.getByLabelText('Password of @rin'), 'secret')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(field).toHaveValue('half a new')
})

test('a tab of the profile stands in the address', async () => {
  const { router, user } = renderRoute('/u/rin', known(tester))
  await user.click(await screen.findByRole('tab', { name: 'Preferences' }))
  await waitFor(() => expect(router.state.location.href).toBe('/u/rin?tab=preferences'))
})
