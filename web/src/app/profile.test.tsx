import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { imaginedServer } from '#test/imagined-server'
import { imagine } from '#test/fixtures/answers'
import { renderRoute, tester } from '#test/render-route'

const { server, begin, answer } = imaginedServer()
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
