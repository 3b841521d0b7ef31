import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { imagine } from '#test/fixtures/answers'
import { issueServer } from '#test/issue-server'
import { administrator, renderRoute, tester } from '#test/render-route'

const { server, answer, asked } = issueServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

beforeAll(
  () =>
    Promise.all([
      import('#/features/unreported/UnreportedScreen'),
      import('#/features/dashboard/AdminDashboard'),
      import('#/features/dashboard/AllCharts'),
      import('#/features/clusters/ClusterScreen'),
    ]),
  120_000,
)

beforeEach(() => {
  server.run.mockReset()
  server.confirm.mockResolvedValue(administrator)
  answer()
})

const all = () => imagine('unreportedFailures', {}) as Record<string, unknown>

test('two numbers come first: what failed since a build, and what of it was reported', async () => {
  renderRoute('/issues/unreported', { as: administrator })
  expect(
    await screen.findByRole('heading', { name: '412 failed since 0.4.3, 37 reported' }),
  ).toBeInTheDocument()
  expect(screen.getByText(/9,870 calls/)).toHaveTextContent(
    /4\.2% failed, 3\.8% to 4\.6% with 95 % confidence/,
  )
  expect(screen.getByText(/calls through other contracts are not included/)).toBeInTheDocument()
  expect(screen.getByText(/10,000 blocks could not be counted/)).toBeInTheDocument()
})

test('causes show what was reported, what is estimated, and what is new in the build', async () => {
  const { user } = renderRoute('/issues/unreported', { as: administrator })
  const table = await screen.findByRole('table', { name: 'Failures by cause' })
  const [, first, second] = within(table).getAllByRole('row')
  expect(first).toHaveTextContent(/Permit expired.*Suspect.*164.*9.*new/)
  expect(second).toHaveTextContent(/Slippage exceeded.*≈ 131.*same/)
  expect(screen.getByText('The cause of 54 failures is not known.')).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: 'Ignored' }))
  expect(screen.getByRole('heading', { name: 'No such failure.' })).toBeInTheDocument()
})

test('another build is asked for and is in the address', async () => {
  const { user, router } = renderRoute('/issues/unreported', { as: administrator })
  await user.selectOptions(await screen.findByLabelText('Since'), 'build-0.4.2')
  await waitFor(() => expect(asked('unreportedFailures').at(-1)).toEqual({ build: 'build-0.4.2' }))
  expect(router.state.location.href).toContain('build=build-0.4.2')
})

test('counting is off until an administrator switches it on for a network', async () => {
  answer({
    unreportedFailures: () => ({
      ...all(),
      networks: [(all().networks as object[])[1]],
      builds: [],
      byNetwork: [],
      build: null,
      causes: [],
      days: [],
    }),
  })
  const { user } = renderRoute('/issues/unreported', { as: administrator })
  expect(await screen.findByRole('heading', { name: 'Calls are not counted.' })).toBeInTheDocument()
  expect(screen.getByText(/about 7,200 requests a day/)).toBeInTheDocument()
  await user.click(screen.getByRole('switch', { name: 'Sepolia' }))
  await waitFor(() => expect(asked('callWatchSet')).toEqual([{ network: 'net-sepolia', isOn: true }]))
})

test('a gap says which blocks are missing and why', async () => {
  renderRoute('/issues/unreported', { as: administrator })
  const gap = await screen.findByText(/31,100,001–31,110,000/)
  expect(gap).toHaveTextContent('the count was too far behind')
})

test('what did not come can be asked for again', async () => {
  answer({
    unreportedFailures: () => {
      throw { code: 1, message: 'Internal server error.' }
    },
  })
  renderRoute('/issues/unreported', { as: administrator })
  expect(await screen.findByRole('heading', { name: 'Couldn’t load the failures.' })).toBeInTheDocument()
})

test('testers have no such page', async () => {
  server.confirm.mockResolvedValue(tester)
  renderRoute('/issues/unreported', { as: tester })
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeInTheDocument()
  expect(asked('unreportedFailures')).toEqual([])
  renderRoute('/issues/clusters', { as: tester })
  await screen.findByRole('list', { name: 'Failure clusters' })
  expect(screen.queryByRole('link', { name: 'Unreported' })).toBeNull()
})

test('the dashboard of administrators has failures per 1,000 calls behind “More charts”', async () => {
  const { user } = renderRoute('/', { as: administrator })
  await user.click(await screen.findByRole('button', { name: /More charts/ }))
  const table = await screen.findByRole('table', { name: /Failures per 1,000 calls/ })
  const [, newest] = within(table).getAllByRole('row')
  expect(newest).toHaveTextContent(/0\.4\.3.*41\.7.*41\.7.*9,870/)
})

test('a cluster shows failures that were seen on chains beside its evidence', async () => {
  const view = imagine('clusterGet', { id: 'cluster1' }) as { cluster: object }
  const seen = { failed: 411.6, isEstimated: true, since: '2026-11-10T00:00:00.000Z', reported: 37 }
  answer({ clusterGet: () => ({ ...view, cluster: { ...view.cluster, seen } }) })
  renderRoute('/issues/clusters/cluster1', { as: administrator })
  expect(await screen.findByText(/About 412 failed on chain/)).toBeInTheDocument()
})

test('a cause shows how many testers were asked and what they answered', async () => {
  renderRoute('/issues/unreported', { as: administrator })
  const table = await screen.findByRole('table', { name: 'Failures by cause' })
  const [, first, second] = within(table).getAllByRole('row')
  expect(first).toHaveTextContent('14 testers asked: 6 reported, 3 fine')
  expect(second).not.toHaveTextContent('asked')
})

test('a doubled failure rate is shown on the dashboard and leads to its network', async () => {
  const alarm = {
    id: 'alarm1',
    scope: 'network',
    subject: 'net-base',
    name: 'Base Sepolia',
    startedAt: '2026-11-10T00:00:00.000Z',
    hours: 6,
    calls: 200,
    failed: 31,
    callsBefore: 2000,
    failedBefore: 40,
  }
  answer({ failureAlarms: () => ({ rows: [alarm] }) })
  renderRoute('/', { as: administrator })
  const link = await screen.findByRole('link', { name: 'The failure rate of Base Sepolia has doubled' })
  expect(link).toHaveAttribute('href', expect.stringContaining('network=net-base'))
  expect(screen.getByText('155 of 1,000 calls failed in 6 hours, 20 before')).toBeInTheDocument()
})
