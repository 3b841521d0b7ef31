import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { imaginedServer } from '#test/imagined-server'
import { renderRoute, tester } from '#test/render-route'

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const { server, ...known } = (imagined.current = imaginedServer())

const timesAsked = (name: string) => server.run.mock.calls.filter(([called]) => called === name).length

test('a user who means to open an issue has it asked for, and opening it asks no second time', async () => {
  const { router } = renderRoute('/leaderboard/rules', known.begin(tester))
  await screen.findByRole('heading', { name: 'Rules', level: 1 })
  await router.preloadRoute({ to: '/issues/$number', params: { number: '377' } })
  await waitFor(() => expect(timesAsked('issueGet')).toBe(1))
  await router.navigate({ to: '/issues/$number', params: { number: '377' } })
  await screen.findByRole('heading', { name: '#377', level: 1 })
  expect(timesAsked('issueGet')).toBe(1)
})

test('what cannot be read ahead holds no page up: the page says so itself', async () => {
  const as = known.begin(tester)
  server.run.mockImplementation(() => new Promise(() => undefined))
  renderRoute('/leaderboard/rules', as)
  expect(await screen.findByRole('heading', { name: 'Rules', level: 1 })).toBeInTheDocument()
})
