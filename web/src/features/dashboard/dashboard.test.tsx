import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Problem } from '#/backend/problem'
import { AdminDashboard } from '#/features/dashboard/AdminDashboard'
import { largest } from '#/features/dashboard/largest'
import { TesterDashboard } from '#/features/dashboard/TesterDashboard'
import { imaginedServer } from '#test/imagined-server'
import { imagine } from '#test/fixtures/answers'
import { administrator, renderRoute, tester } from '#test/render-route'

// Loaded with the test, not within the time of its first case.
expect([AdminDashboard, TesterDashboard]).toHaveLength(2)

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const server = (imagined.current = imaginedServer())

test('a tester sees what waits, and can say that a fix works', async () => {
  const as = server.begin(tester)
  const { user } = renderRoute('/', as)
  const waiting = await screen.findByRole('region', { name: /Waiting for you/ })
  expect(waiting).toHaveTextContent('“Which wallet version did you use?”')
  await user.click(within(waiting).getByRole('button', { name: /^Works/ }))
  await waitFor(() =>
    expect(server.asked('fixCheckSubmit')).toEqual({ number: 377, build: 'build-0.4.2', verdict: 'works' }),
  )
})

test('a tester sees points, rank and the distance to the next', async () => {
  renderRoute('/', server.begin(tester))
  const card = await screen.findByRole('region', { name: 'You, season 2' })
  expect(card).toHaveTextContent(/412\s*points.*38\s*rank.*22 points to rank 37/)
})

test('the course of the points can be walked through by keyboard', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(340)
  const { user } = renderRoute('/', server.begin(tester))
  const plot = await screen.findByRole('group', { name: 'Your points, 30 days' })
  const ruler = within(plot).getByRole('slider', { name: 'Day' })
  ruler.focus()
  expect(ruler).toHaveAttribute('aria-valuetext', 'today: 412 points')
  await user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
  expect(ruler).toHaveAttribute('aria-valuetext', '11 Nov: 377 points. #412 confirmed as Major')
})

test('a user who is new is shown three ways to begin', async () => {
  const as = server.begin(tester)
  server.answer('notificationList', { rows: [], next: null, waiting: 0, unread: 0 })
  server.answer('dashboardTester', {
    ...(imagine('dashboardTester') as object),
    standing: null,
    reports: [],
    isNamed: true,
    firstSteps: { reported: false, voted: false },
  })
  renderRoute('/', as)
  expect(await screen.findByRole('heading', { name: 'Report your first problem' })).toBeInTheDocument()
  expect(await screen.findByText('You’re all caught up.')).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'No points yet.' })).toBeInTheDocument()
})

test('a user who goes by a name that was made up is led to choosing one', async () => {
  const as = server.begin(tester)
  server.answer('dashboardTester', { ...(imagine('dashboardTester') as object), isNamed: false })
  renderRoute('/', as)
  const link = await screen.findByRole('link', { name: 'Choose a name' })
  expect(link).toHaveAttribute('href', `/u/${tester.username}?tab=security`)
})

test('what went wrong is carried to the report', async () => {
  const { user, router } = renderRoute('/', server.begin(tester))
  await user.type(await screen.findByLabelText('Transaction, link or error'), 'permit expired{Enter}')
  await waitFor(() => expect(router.state.location.href).toBe('/issues/new?title=permit+expired'))
})

test('a dashboard that does not come says so, with its request', async () => {
  const as = server.begin(tester)
  server.answer('dashboardTester', new Problem(142, 'BROKEN: Rebuilding.', { requestId: '7f3a91c2e4b84d0f' }))
  renderRoute('/', as)
  expect(await screen.findByText('Couldn’t load the dashboard.')).toBeInTheDocument()
  expect(screen.getByTitle('7f3a91c2e4b84d0f')).toBeInTheDocument()
  expect(screen.getByLabelText('Transaction, link or error')).toBeInTheDocument()
})

test('an administrator sees what burns first, and a plot has a twin in figures', async () => {
  const { user } = renderRoute('/', server.begin(administrator))
  const tiles = await screen.findByRole('navigation', { name: 'State of the programme' })
  expect(within(tiles).getAllByRole('link')[0]).toHaveTextContent(/Urgent2.*1 critical, 1 private/)
  await user.click(await screen.findByRole('button', { name: 'New and resolved per day as a table' }))
  expect(screen.getByRole('row', { name: /15 Nov 21 26/ })).toBeInTheDocument()
})

test('an administrator sees six charts, and the others behind one press', async () => {
  const { user } = renderRoute('/', server.begin(administrator))
  const tables = () => screen.getAllByRole('button', { name: /as a table$/ })
  await screen.findByRole('button', { name: 'Failure classes as a table' })
  await waitFor(() => expect(tables()).toHaveLength(5))
  expect(screen.getByRole('region', { name: 'Failure clusters, last 24 h' })).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull()
  await user.click(screen.getByRole('button', { name: /More charts/ }))
  expect(await screen.findByRole('button', { name: 'Testers per day as a table' })).toBeInTheDocument()
})

test('the period of the dashboard is in the address', async () => {
  const { user, router } = renderRoute('/', server.begin(administrator))
  await user.selectOptions(await screen.findByLabelText('Period'), '30 days')
  await waitFor(() => expect(server.asked('dashboardAdmin')).toEqual({ days: 30 }))
  expect(router.state.location.href).toBe('/?days=30')
})

test('small parts are put together', () => {
  expect(largest([{ a: 5, b: 1, c: 1 }], 1)).toEqual({
    keys: ['a', 'other parts'],
    rows: [{ a: 5, 'other parts': 2 }],
  })
})
