import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { imaginedServer } from '#test/imagined-server'
import { administrator, renderRoute } from '#test/render-route'

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const server = (imagined.current = imaginedServer())

// The first to ask for the page waits for all its modules; that is not what the tests measure.
beforeAll(() => import('#/features/settings/fairness/Fairness'), 120_000)

const open = () => renderRoute('/admin/settings/fairness', server.begin(administrator))

test('a link is undone for one of them', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('radio', { name: /^Linked/ }))
  await user.click(await screen.findByRole('button', { name: 'Unlink mox_c' }))
  const dialog = await screen.findByRole('dialog', { name: 'Unlink @mox_c' })
  await user.click(within(dialog).getByRole('button', { name: 'Unlink' }))
  await waitFor(() => expect(server.asked('personUnlink')).toEqual({ user: 'user-mox_c' }))
})

test('a signal that is wrong too often is marked', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('radio', { name: /^Thresholds/ }))
  expect(await screen.findByText('2, 50%')).toBeInTheDocument()
  expect(screen.getByText('our faucet')).toBeInTheDocument()
})
