import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settings } from '#/lib/settings'
import { administrator, renderRoute } from '#test/render-route'

const server = vi.hoisted(() => ({ run: vi.fn(), logIn: vi.fn() }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

beforeEach(() => {
  settings.demo = {
    tester: { username: 'kai', password: 'of this hour' },
    administrator: { username: 'maren', password: 'of this hour' },
    resetsAt: '2026-11-19T10:00:00.000Z',
  }
})
afterEach(() => {
  delete settings.demo
})

test('a visitor of a demo enters with one press and reads when changes are deleted', async () => {
  server.run.mockResolvedValue({})
  server.logIn.mockResolvedValue(administrator)
  const { user } = renderRoute('/login')
  const banner = await screen.findByRole('complementary', { name: 'Demo' })
  expect(banner).toHaveTextContent('This is a demo. All changes are deleted at 10:00 UTC.')
  expect(screen.queryByRole('form', { name: 'Sign in' })).not.toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Enter as an administrator' }))
  await waitFor(() => expect(server.logIn).toHaveBeenCalledWith('maren', 'of this hour'))
})

test('a server that is not a demo has neither the banner nor another way in', async () => {
  delete settings.demo
  renderRoute('/login')
  expect(await screen.findByRole('form', { name: 'Sign in' })).toBeInTheDocument()
  expect(screen.queryByText(/This is a demo/)).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Enter as/ })).not.toBeInTheDocument()
})
