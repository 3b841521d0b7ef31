import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { imaginedServer } from '#test/imagined-server'
import { imagine } from '#test/fixtures/answers'
import { renderRoute, tester } from '#test/render-route'

const { server, begin, answer, asked } = imaginedServer()
const setUserData = vi.fn()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => ({ ...server, setUserData }) }))

beforeEach(() => {
  begin(tester)
})

test('the privacy switch shows what was chosen, also on the next visit', async () => {
  const profile = imagine('profile', { username: 'rin' }) as object
  answer('profile', { ...profile, privacy: { showOnLeaderboard: false } })
  renderRoute('/u/rin?tab=privacy', { as: tester })
  await waitFor(() =>
    expect(screen.getByRole('switch', { name: 'Show my name on the leaderboard' })).not.toBeChecked(),
  )
})

test('after a rename the old name is not requested any more', async () => {
  setUserData.mockResolvedValue({ ...tester, username: 'rin-b' })
  const { user, router } = renderRoute('/u/rin?tab=security', { as: tester })
  const field = await screen.findByRole('textbox', { name: 'Username' })
  await waitFor(() => expect(server.run).toHaveBeenCalledWith('profile', { username: 'rin' }))
  await user.clear(field)
  await user.type(field, 'rin-b')
  server.run.mockClear()
  await user.click(screen.getByRole('button', { name: 'Change name' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/u/rin-b'))
  await waitFor(() => expect(server.run).toHaveBeenCalledWith('profile', { username: 'rin-b' }))
  expect(server.run).not.toHaveBeenCalledWith('profile', { username: 'rin' })
})

test('one’s own profile opens on the points, and a rename stays where it was made', async () => {
  setUserData.mockResolvedValue({ ...tester, username: 'rin-b' })
  const { user, router } = renderRoute('/u/rin', { as: tester })
  expect(await screen.findByRole('tab', { name: 'Points' })).toHaveAttribute('aria-selected', 'true')
  await user.click(screen.getByRole('tab', { name: 'Security' }))
  const field = await screen.findByRole('textbox', { name: 'Username' })
  await user.clear(field)
  await user.type(field, 'rin-b')
  await user.click(screen.getByRole('button', { name: 'Change name' }))
  await waitFor(() => expect(router.state.location.href).toBe('/u/rin-b?tab=security'))
})

const app = (id: string, origin: string) => ({
  id,
  origin,
  createdAt: '2026-11-01T09:00:00.000Z',
  lastUsedAt: '2026-11-14T09:00:00.000Z',
  expiresAt: '2026-12-01T09:00:00.000Z',
})

test('an app that reports in one’s name is signed out', async () => {
  answer('widgetDevices', {
    rows: [app('device-1', 'https://swap.example.org'), app('device-2', 'https://pools.example.org')],
  })
  const { user } = renderRoute('/u/rin?tab=security', { as: tester })
  const apps = await screen.findByRole('region', { name: 'Apps that report for you' })
  answer('widgetDevices', { rows: [app('device-2', 'https://pools.example.org')] })
  await user.click(within(apps).getByRole('button', { name: 'Sign out of https://swap.example.org' }))
  await waitFor(() => expect(asked('widgetDeviceEnd')).toEqual({ id: 'device-1' }))
  await waitFor(() => expect(within(apps).queryByText('https://swap.example.org')).toBeNull())
  expect(within(apps).getByText('https://pools.example.org')).toBeInTheDocument()
})

test('without such an app there is nothing about them', async () => {
  renderRoute('/u/rin?tab=security', { as: tester })
  await waitFor(() => expect(asked('widgetDevices')).toEqual({}))
  await screen.findByRole('region', { name: 'Sessions' })
  expect(screen.queryByText('Apps that report for you')).toBeNull()
})
