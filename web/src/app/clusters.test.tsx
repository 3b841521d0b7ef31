import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { evidence } from '#test/fixtures/evidence'
import { imagine } from '#test/fixtures/answers'
import { issueServer } from '#test/issue-server'
import { administrator, renderRoute, tester } from '#test/render-route'

const { server, answer, asked } = issueServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

beforeAll(
  () =>
    Promise.all([
      import('#/features/clusters/ClusterList'),
      import('#/features/clusters/ClusterScreen'),
      import('#/features/issues/triage/TriageScreen'),
      import('#/features/dashboard/AdminDashboard'),
    ]),
  120_000,
)

beforeEach(() => {
  server.run.mockReset()
  server.confirm.mockResolvedValue(administrator)
  answer()
})

const TITLE = 'Sent to a different pool from the one that was quoted'

test('clusters are listed with people, verdict and the build that brought them, and opened by keys', async () => {
  const { user, router } = renderRoute('/issues/clusters', { as: administrator })
  const list = await screen.findByRole('list', { name: 'Failure clusters' })
  const [first] = within(list).getAllByRole('listitem')
  expect(first).toHaveTextContent(/slippage_exceeded.*new in 0\.4\.2.*Suspect.*13 people/)
  await user.keyboard('j{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/issues/clusters/cluster1'))
})

test('several networks of a cluster are a number, and their names a title', async () => {
  const { rows } = imagine('clusterList', {}) as { rows: object[] }
  const networks = ['Sepolia', 'Base Sepolia', 'OP Sepolia', 'Arbitrum Sepolia', 'Polygon Amoy']
  answer({ clusterList: () => ({ rows: [{ ...rows[0], networks }], next: null }) })
  renderRoute('/issues/clusters', { as: administrator })
  expect(await screen.findByText('5 networks')).toHaveAttribute('title', networks.join(', '))
  expect(screen.queryByText(/Base Sepolia/)).toBeNull()
})

test('the state and the period of the list stand in its address', async () => {
  const { user, router } = renderRoute('/issues/clusters', { as: administrator })
  await user.click(await screen.findByRole('radio', { name: 'Ignored' }))
  await waitFor(() => expect(asked('clusterList').at(-1)).toMatchObject({ period: '7d', state: 'ignored' }))
  await user.keyboard('[[')
  await waitFor(() => expect(router.state.location.href).toContain('period=24h'))
})

test('nothing failed is one sentence', async () => {
  answer({ clusterList: () => ({ rows: [], next: null }) })
  renderRoute('/issues/clusters', { as: administrator })
  expect(await screen.findByRole('heading', { name: 'No failures in this period.' })).toBeInTheDocument()
})

test('a cluster says how many have it, since which build, and leads to its issue', async () => {
  server.confirm.mockResolvedValue(tester)
  const { user, router } = renderRoute('/issues/clusters/cluster1', { as: tester })
  expect(await screen.findByRole('heading', { level: 2, name: TITLE })).toBeInTheDocument()
  expect(screen.getByText('Began with 0.4.2')).toBeInTheDocument()
  expect(screen.getByText('people have it')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Ignore/ })).not.toBeInTheDocument()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/issues/402'))
})

test('an issue is made of a cluster that has none, and stands for it', async () => {
  const { user, router } = renderRoute('/issues/clusters/cluster2', { as: administrator })
  await user.click(await screen.findByRole('link', { name: /Create issue from cluster/ }))
  await waitFor(() => expect(router.state.location.href).toBe('/issues/new?cluster=cluster2'))
  expect(await screen.findByLabelText('Title')).toHaveValue('The price moved past the limit')
  await user.click(screen.getByRole('button', { name: /Submit report/ }))
  await waitFor(() => expect(asked('issueSubmit')[0]).toMatchObject({ cluster: 'cluster2' }))
})

test('an administrator names a failure, and says what testers can do', async () => {
  const { user } = renderRoute('/issues/clusters/cluster1', { as: administrator })
  await screen.findByRole('heading', { level: 2, name: TITLE })
  await user.keyboard('e')
  const dialog = screen.getByRole('dialog')
  await user.type(within(dialog).getByLabelText('Advice (optional)'), 'Wait for 0.4.3.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(asked('clusterSave')[0]).toMatchObject({
      id: 'cluster1',
      title: TITLE,
      advice: 'Wait for 0.4.3.',
    }),
  )
})

test('ignoring a failure needs a reason', async () => {
  const { user } = renderRoute('/issues/clusters/cluster1', { as: administrator })
  await screen.findByRole('heading', { level: 2, name: TITLE })
  await user.keyboard('i')
  const dialog = screen.getByRole('dialog')
  expect(within(dialog).getByRole('button', { name: /^Ignore/ })).toBeDisabled()
  await user.type(within(dialog).getByLabelText('Reason'), 'The limit is doing its work.')
  await user.click(within(dialog).getByRole('button', { name: /^Ignore/ }))
  await waitFor(() =>
    expect(asked('clusterSetState')).toEqual([
      { id: 'cluster1', state: 'ignored', reason: 'The limit is doing its work.' },
    ]),
  )
})

test('an issue is chosen for a failure by its number', async () => {
  const { user } = renderRoute('/issues/clusters/cluster1', { as: administrator })
  await screen.findByRole('heading', { level: 2, name: TITLE })
  await user.keyboard('2')
  await user.type(within(screen.getByRole('dialog')).getByLabelText('Number of the issue'), '#418{Enter}')
  await waitFor(() => expect(asked('clusterSetIssue')).toEqual([{ id: 'cluster1', issue: 418 }]))
})

test('a cluster that is not there is not found', async () => {
  renderRoute('/issues/clusters/nowhere', { as: administrator })
  expect(await screen.findByRole('heading', { name: 'Object not found.' })).toBeInTheDocument()
})

test('a case in triage begins with what its evidence says, and the same failure is one key away', async () => {
  const similar = [{ ...sameAs402(), why: 'failure', proofCount: 8 }]
  answer({
    triageCase: params => ({
      ...(imagine('triageCase', params) as object),
      evidence: evidence({ isMine: false }),
      similar,
      suggestion: { command: 'merge', target: 402, why: 'it fails in the same way' },
    }),
  })
  const { user } = renderRoute('/issues/triage', { as: administrator })
  expect(await screen.findByRole('region', { name: 'What happened' })).toHaveTextContent(/different pool/)
  expect(screen.getByText('same failure')).toBeInTheDocument()
  await user.keyboard('2')
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: /Merge into #402/ })).toBeEnabled()
})

test('two keys lead from triage to the clusters', async () => {
  const { user, router } = renderRoute('/issues/triage', { as: administrator })
  await screen.findByRole('heading', { level: 2, name: 'Approval grants more than shown' })
  await user.keyboard('gc')
  await waitFor(() => expect(router.state.location.pathname).toBe('/issues/clusters'))
})

test('the dashboard of administrators shows hot clusters, coverage and quotes, each with its table', async () => {
  const { user } = renderRoute('/', { as: administrator })
  const hot = await screen.findByRole('region', { name: 'Failure clusters, last 24 h' })
  expect(within(hot).getByRole('link', { name: TITLE })).toHaveAttribute('href', '/issues/clusters/cluster1')
  await user.click(await screen.findByRole('button', { name: 'Coverage: network × wallet as a table' }))
  expect(screen.getByRole('row', { name: /Sepolia 212 21 87 3/ })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /More charts/ }))
  expect(await screen.findByText(/40 swaps · p5 −38 · p50 −2 · p95 \+4/)).toBeInTheDocument()
  expect(screen.getByText('5 combinations never tried')).toBeInTheDocument()
})

function sameAs402() {
  const { similar } = imagine('triageCase', { number: 431 }) as { similar: object[] }
  return similar[0] as object
}
