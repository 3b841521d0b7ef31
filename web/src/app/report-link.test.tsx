import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { evidence, HASH, proposal } from '#test/fixtures/evidence'
import { issueServer } from '#test/issue-server'
import { renderRoute, tester } from '#test/render-route'
import { Code, Problem } from '#/backend/problem'

const { server, answer, asked } = issueServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

// The first to ask for the page waits for all its modules; that is not what the tests measure.
beforeAll(() => import('#/features/issues/report/ReportScreen'), 120_000)

beforeEach(() => {
  server.run.mockReset()
  server.confirm.mockResolvedValue(tester)
  answer()
})

const link = (parts: Record<string, string>) => `/issues/new?${new URLSearchParams(parts)}`
const pasted = () => screen.findByLabelText('Error message, hash or link')
const fromApp = () => screen.findByRole('region', { name: 'From the app' })

test('the link of a dapp looks its hash up on its network, and fills the report', async () => {
  answer({ evidencePreview: () => ({ evidence: evidence() }) })
  const { router } = renderRoute(
    link({ tx: HASH, chain: '84532', build: 'web 0.4.1', error: 'swap failed' }),
    { as: tester },
  )
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue(proposal.title))
  expect(asked('evidencePreview')).toEqual([{ text: HASH, network: 'net-base' }])
  expect(screen.getByLabelText('Build')).toHaveValue('build-0.4.1')
  expect(await pasted()).toHaveValue('swap failed')
  expect(await fromApp()).toHaveTextContent(/web 0.4.1.*Base Sepolia/)
  // Going back to the page later begins a new report.
  expect(router.state.location.href).toBe('/issues/new')
  expect(asked('issueSubmit')).toEqual([])
})

test('an error alone is looked up once, with what is known about it', async () => {
  answer({ evidencePreview: () => ({ evidence: evidence({ kind: 'rpc_error', txHash: null }) }) })
  const address = link({ error: 'execution reverted: STF', build: '0.4.2' })
  const { leave } = renderRoute(address, { as: tester })
  await waitFor(() =>
    expect(asked('evidencePreview')).toEqual([{ text: 'execution reverted: STF', build: 'build-0.4.2' }]),
  )
  await waitFor(async () => expect(await pasted()).toHaveValue(''))
  window.dispatchEvent(new Event('pagehide'))
  leave()
  renderRoute(address, { as: tester })
  await screen.findByRole('region', { name: 'What happened' })
  expect(asked('evidencePreview')).toHaveLength(1)
})

test('a hash that cannot be looked up now stays in the field', async () => {
  answer({
    evidencePreview: () => {
      throw { code: 140, message: '20 look-ups an hour. The next one at 18:00.' }
    },
  })
  renderRoute(link({ tx: HASH, error: 'swap failed' }), { as: tester })
  expect(await screen.findByText(/The next one at 18:00/)).toBeInTheDocument()
  expect(await pasted()).toHaveValue(`${HASH}\nswap failed`)
})

test('a build and a chain that the programme does not have are said, and sent as the dapp wrote them', async () => {
  const { user } = renderRoute(link({ build: '0.9.9-rc1', chain: '56', title: 'The quote stays grey' }), {
    as: tester,
  })
  expect(await fromApp()).toHaveTextContent(/0.9.9-rc1.*not in the programme’s list.*chain 56/)
  await user.type(screen.getByLabelText('What happened?'), 'I pressed Swap and the quote stayed grey.')
  await user.click(screen.getByRole('checkbox', { name: /Include my browser/ }))
  await user.click(screen.getByRole('button', { name: /Submit report/ }))
  await waitFor(() => expect(asked('issueSubmit')).toHaveLength(1))
  expect(asked('issueSubmit')[0]).toMatchObject({
    build: 'build-0.4.3',
    environment: { 'unknown build': '0.9.9-rc1', chain: '56' },
  })
})

test('what the dapp says can be left out', async () => {
  const { user } = renderRoute(link({ build: '0.9.9-rc1', title: 'The quote stays grey' }), { as: tester })
  await user.click(within(await fromApp()).getByRole('button', { name: 'Leave out' }))
  await user.type(screen.getByLabelText('What happened?'), 'I pressed Swap and the quote stayed grey.')
  await user.click(screen.getByRole('button', { name: /Submit report/ }))
  await waitFor(() => expect(asked('issueSubmit')).toHaveLength(1))
  expect(asked('issueSubmit')[0]?.environment).not.toHaveProperty('unknown build')
})

test('a link that makes no sense opens an empty report', async () => {
  const { router } = renderRoute(link({ tx: '<img src=x>', chain: 'base', evidence: '../admin' }), {
    as: tester,
  })
  expect(await screen.findByLabelText('Title')).toHaveValue('')
  expect(await pasted()).toHaveValue('')
  expect(asked('evidencePreview')).toEqual([])
  expect(router.state.location.pathname).toBe('/issues/new')
})

test.each([
  ['a visitor', undefined],
  ['a user whose session has ended meanwhile', tester],
])('%s is led to the sign-in, which keeps the link', async (_, as) => {
  server.confirm.mockRejectedValue(new Problem(Code.invalidSession, 'Invalid session token'))
  const { router } = renderRoute(link({ tx: HASH, error: 'a & b' }), as ? { as } : {})
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'))
  const { from } = router.state.location.search as { from?: string }
  expect(from).toMatch(/^\/issues\/new\?/)
  expect(Object.fromEntries(new URLSearchParams(from?.split('?')[1]))).toEqual({ tx: HASH, error: 'a & b' })
})
