// What a page recorded before a report, on the page of the issue and in triage.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#/backend/user'
import { issueView } from '#test/fixtures/issues'
import { ORIGIN, recorded, REVERT_DATA } from '#test/fixtures/widget'
import { issueServer } from '#test/issue-server'
import { administrator, renderRoute, tester } from '#test/render-route'

const { server, answer, asked } = issueServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

const NAME = 'Before the report'

beforeAll(
  () =>
    Promise.all([
      import('#/features/issues/page/IssueScreen'),
      import('#/features/issues/triage/TriageScreen'),
      import('#/features/issues/before/RecordedContext'),
    ]),
  120_000,
)
beforeEach(() => {
  server.run.mockReset()
})

const fromPage = (number: number, mine: boolean) => {
  const view = issueView(number)
  const environment = { browser: 'Chrome 142', wallet: 'io.rabby', walletChain: '84532', page: ORIGIN }
  return { ...view, issue: { ...view.issue, mine, environment } }
}

/** The page of an issue that came from a page of the product. */
function open({ as = tester, mine = true, context = recorded() as object | null } = {}) {
  server.confirm.mockResolvedValue(as)
  answer({ issueGet: () => fromPage(402, mine), issueContext: () => ({ context }) })
  return renderRoute('/issues/402', { as })
}

async function opened(as?: User, context?: object | null) {
  const { user } = open({ ...(as ? { as } : {}), ...(context === undefined ? {} : { context }) })
  const section = await screen.findByRole('region', { name: NAME })
  await user.click(within(section).getByRole('button', { name: /^Before the report/ }))
  return { user, section }
}

test('the reporter opens what the page recorded, and until then it is not asked for', async () => {
  const { user } = open()
  const section = await screen.findByRole('region', { name: NAME })
  expect(asked('issueContext')).toEqual([])
  await user.click(within(section).getByRole('button', { name: /^Before the report/ }))
  const rows = await within(section).findByRole('list', { name: 'Seconds before the report' })
  expect(asked('issueContext')).toEqual([{ number: 402 }])
  expect(
    within(rows)
      .getAllByText(/^−\d/)
      .map(({ textContent }) => textContent),
  ).toEqual(['−58s', '−31s', '−30s', '−12s', '−12s'])
})

test('the call that failed is open, with what the wallet said', async () => {
  const { section } = await opened()
  const call = (await within(section).findAllByText('eth_estimateGas'))[0]?.closest('details')
  expect(call).toHaveAttribute('open')
  expect(call).toHaveTextContent('would revert')
  expect(call).toHaveTextContent('3 · execution reverted: Too little received')
  expect(call).toHaveTextContent(REVERT_DATA)
  expect(call).toHaveTextContent('0x3fc9…7fad')
  const declined = within(section).getAllByText('wallet_switchEthereumChain')[0]?.closest('details')
  expect(declined).not.toHaveAttribute('open')
})

test('markup of a page is shown letter for letter', async () => {
  const { section } = await opened()
  expect(
    await within(section).findAllByText('ContractFunctionExecutionError: <b>Too little received</b>'),
  ).not.toHaveLength(0)
  expect(section.querySelector('b')).toBeNull()
})

test('the quote is a list of facts, and the parts that were left out are named', async () => {
  const { section } = await opened()
  expect(await within(section).findByText('USDC › 0.05 % › WETH')).toBeInTheDocument()
  expect(section).toHaveTextContent('342810000000000000 WETH')
  expect(section).toHaveTextContent('0.5%')
  expect(section).toHaveTextContent('The tester left out: browser and wallet')
  expect(section).toHaveTextContent('eth_chainId × 14, eth_call × 8')
})

test('all of it is copied as text', async () => {
  const { user, section } = await opened()
  await user.click((await within(section).findAllByRole('button', { name: 'Copy' }))[0] as HTMLElement)
  const text = await navigator.clipboard.readText()
  expect(text).toContain(`Recorded on ${ORIGIN}/swap`)
  expect(text).toContain('execution reverted: Too little received')
  expect(text).toContain(REVERT_DATA)
  expect(text).toContain('swap (assets/index-4f2a.js:41:2210)')
})

test('a recording that is no longer stored is said to be deleted', async () => {
  const { section } = await opened(tester, null)
  expect(await within(section).findByText('Recordings are deleted after 90 days.')).toBeInTheDocument()
})

test('another tester sees where the report came from, and no recording', async () => {
  open({ mine: false })
  const facts = await screen.findByRole('region', { name: 'Facts' })
  expect(within(facts).getByText(ORIGIN)).toBeInTheDocument()
  expect(within(facts).queryByRole('link', { name: ORIGIN })).toBeNull()
  expect(screen.queryByRole('region', { name: NAME })).toBeNull()
})

test('the origin is no fact of the device', async () => {
  const { user } = open()
  await user.click(await screen.findByText('Reporter’s device'))
  const device = screen.getByText('Reporter’s device').closest('details') as HTMLElement
  expect(device).toHaveTextContent('wallet Chain84532')
  expect(device).not.toHaveTextContent(ORIGIN)
})

test('a report that was written in the app has no such section', async () => {
  server.confirm.mockResolvedValue(administrator)
  answer()
  renderRoute('/issues/402', { as: administrator })
  await screen.findByRole('region', { name: 'Report' })
  expect(screen.queryByRole('region', { name: NAME })).toBeNull()
  expect(screen.queryByText('Reported from')).toBeNull()
})

test('in triage it is open at once', async () => {
  server.confirm.mockResolvedValue(administrator)
  const { similar, suggestion, reporterStats, wouldPay, seenBy } = await triageParts()
  answer({
    triageCase: ({ number }) => ({
      ...fromPage(Number(number), false),
      similar,
      suggestion,
      reporterStats,
      wouldPay,
      seenBy,
    }),
  })
  renderRoute('/review/reports/431', { as: administrator })
  const section = await screen.findByRole('region', { name: NAME })
  expect(await within(section).findAllByText('eth_estimateGas')).not.toHaveLength(0)
  await waitFor(() => expect(asked('issueContext')).toContainEqual({ number: 431 }))
  const environment = screen.getByRole('region', { name: 'Environment' })
  expect(environment).toHaveTextContent(`Reported from${ORIGIN}`)
})

async function triageParts() {
  const { imagine } = await import('#test/fixtures/answers')
  return imagine('triageCase', { number: 431 }) as Record<string, unknown>
}
