import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Leaderboard } from '#/features/leaderboard/Leaderboard'
import { imaginedServer } from '#test/imagined-server'
import trees from '#test/fixtures/merkle-trees.json'
import { ownReward, payout } from '#test/fixtures/rewards'
import { renderRoute, tester } from '#test/render-route'

// Loaded with the test, not within the time of its first case.
expect([Leaderboard]).toHaveLength(1)

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const server = (imagined.current = imaginedServer())

const PATH = '/leaderboard/seasons/1'

test('a tester sees their amount, how it was counted, and that its proof holds', async () => {
  renderRoute(PATH, server.begin(tester))
  const own = (await screen.findByRole('heading', { name: 'Your payout, season 1' })).closest('section')
  expect(own).toHaveTextContent('3.00 TST')
  expect(own).toHaveTextContent('rank 38 of 812, 412 points')
  expect(own).toHaveTextContent('20.298')
  expect(own).toHaveTextContent('0.2158 %')
  expect(own).toHaveTextContent('claim until 11 Feb')
  expect(await screen.findByText('checked in this browser')).toBeInTheDocument()
})

const CLAIM = [
  ['another amount', { amount: '3000000000000000001' }],
  ['another address', { address: `0x${'12'.repeat(20)}` }],
] as const

test.each(CLAIM)('a server that says %s is not believed', async (_, given) => {
  const as = server.begin(tester)
  server.answer('rewardMine', { rows: [ownReward(given)] })
  renderRoute(PATH, as)
  expect(await screen.findByText('does not match the root')).toBeInTheDocument()
  expect(screen.getByText(/Do not claim; tell the team/)).toBeInTheDocument()
  expect(screen.queryByText('checked in this browser')).not.toBeInTheDocument()
})

test('nothing is shown of a payout before one is published', async () => {
  const as = server.begin(tester)
  server.answer('rewardList', { rows: [] })
  server.answer('rewardMine', { rows: [] })
  renderRoute(PATH, as)
  expect(await screen.findByText('sealed as')).toBeInTheDocument()
  await waitFor(() => expect(server.asked('rewardList')).toEqual({ season: 1 }))
  expect(screen.queryByText(/payout/i)).not.toBeInTheDocument()
})

test('who is not paid reads why, and has no proof', async () => {
  const as = server.begin(tester)
  server.answer('rewardMine', { rows: [ownReward({ why: 'no_address', leaf: null, address: null })] })
  renderRoute(PATH, as)
  expect(await screen.findByText(/^You had no payout wallet when it was built/)).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: 'Proof' })).not.toBeInTheDocument()
})

test('a payout that is void says so, and why', async () => {
  const as = server.begin(tester)
  const annulled = payout({
    state: 'void',
    voidedAt: '2026-11-12T00:00:00Z',
    voidReason: 'The pool was wrong.',
  })
  server.answer('rewardList', { rows: [annulled] })
  server.answer('rewardMine', { rows: [] })
  renderRoute(PATH, as)
  expect(await screen.findByText('The payout published on 11 Nov is void.')).toBeInTheDocument()
  expect(screen.getByText(/The pool was wrong\./)).toBeInTheDocument()
})

const five = trees.find(({ name }) => name === 'five')
const [account = '', amount = ''] = five?.values[2] ?? []
const contract = `0x${'5a'.repeat(20)}`
const indexed = () =>
  ownReward(
    { address: account, amount, leaf: { index: 2, hash: null, proof: five?.indexed.proofs[2] } },
    { format: 'indexed', root: five?.indexed.root, distributor: contract },
  )

/** A wallet whose contract has this root. */
function walletWith(root: string) {
  const asked: { method: string; params?: unknown[] }[] = []
  let claimed = false
  const provider = {
    on: () => undefined,
    removeListener: () => undefined,
    async request({ method, params = [] }: { method: string; params?: unknown[] }) {
      asked.push({ method, params })
      const [call] = params as { data?: string }[]
      if (method === 'eth_chainId') return '0x14a34'
      if (method === 'eth_requestAccounts') return [account]
      if (method === 'eth_call')
        return call?.data?.startsWith('0x2eb4a7ab') ? root : `0x${(claimed ? '1' : '0').padStart(64, '0')}`
      if (method === 'eth_sendTransaction') {
        claimed = true
        return `0x${'ab'.repeat(32)}`
      }
      throw Object.assign(new Error(`not supported: ${method}`), { code: -32_601 })
    },
  }
  Object.assign(window, { ethereum: provider })
  return { asked }
}

async function ask() {
  const as = server.begin(tester)
  server.answer('rewardList', { rows: [indexed().export] })
  server.answer('rewardMine', { rows: [indexed()] })
  const { user } = renderRoute(PATH, as)
  await screen.findByText('checked in this browser')
  await user.click(screen.getByRole('button', { name: 'Compare with the chain' }))
  await user.click(await screen.findByRole('button', { name: 'Ask through Browser wallet' }))
  return user
}

test('the contract’s own root is read through a wallet, and the claim sent by it', async () => {
  const { asked } = walletWith(five?.indexed.root ?? '')
  const user = await ask()
  expect(await screen.findByText('The contract has the same root.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /^Claim to / }))
  expect(await screen.findByText('Claimed, according to the contract.')).toBeInTheDocument()
  const sent = asked.find(({ method }) => method === 'eth_sendTransaction')
  expect(sent?.params?.[0]).toMatchObject({ to: contract, data: expect.stringMatching(/^0x2e7ba6ef/) })
})

test('a contract with another root is said loudly, and no claim is offered', async () => {
  walletWith(`0x${'77'.repeat(32)}`)
  await ask()
  expect(await screen.findByText(/^The contract has another root/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Claim to / })).not.toBeInTheDocument()
})

test('everybody can take the file and check it', async () => {
  renderRoute(PATH, server.begin(tester))
  const whole = (await screen.findByRole('heading', { name: 'Payout of the season' })).closest(
    'section',
  ) as HTMLElement
  expect(
    within(whole).getByRole('button', { name: 'Season file, for touchstone verify' }),
  ).toBeInTheDocument()
  expect(within(whole).queryByRole('button', { name: /^Safe/ })).not.toBeInTheDocument()
})
