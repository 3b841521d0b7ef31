import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { imaginedServer } from '#test/imagined-server'
import { administrator, renderRoute } from '#test/render-route'

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const server = (imagined.current = imaginedServer())

// The first to ask for the page waits for all its modules; that is not what the tests measure.
beforeAll(() => import('#/features/review/points/PointsReview'), 120_000)

const waiting = (askedBy: object) => ({
  rows: [
    {
      id: 'p1',
      user: { id: 'user-juno', username: 'juno' },
      amount: 20_000,
      reason: 'A prize of the programme.',
      askedBy,
      askedAt: '2026-11-15T09:00:00.000Z',
    },
  ],
})

test('a second administrator agrees to points that one may not give alone', async () => {
  const as = server.begin(administrator)
  server.answer('pointsPending', waiting({ id: 'user-max', username: 'max' }))
  server.answer('pointsAgree', { entry: null })
  const { user } = renderRoute('/review/points', as)
  expect(await screen.findByText('A prize of the programme.')).toBeInTheDocument()
  await user.keyboard('1')
  await waitFor(() => expect(server.asked('pointsAgree')).toEqual({ id: 'p1', agree: true }))
  expect(await screen.findByText('+20,000 for @juno: added.')).toBeInTheDocument()
})

test('the administrator who asked for such points cannot agree to them', async () => {
  const as = server.begin(administrator)
  server.answer('pointsPending', waiting({ id: administrator.objectId, username: administrator.username }))
  renderRoute('/review/points', as)
  expect(await screen.findByText(/^You asked for these points/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Agree/ })).not.toBeInTheDocument()
})
