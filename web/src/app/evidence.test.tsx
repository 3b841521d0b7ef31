import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { imagine } from '#test/fixtures/answers'
import { evidence, explanation, HASH, proposal, reading, sameFailure } from '#test/fixtures/evidence'
import { issueServer } from '#test/issue-server'
import { renderRoute, tester } from '#test/render-route'

const { server, answer, asked } = issueServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

// The first to ask for a page waits for all its modules; that is not what the tests measure.
beforeAll(
  () =>
    Promise.all([
      import('#/features/issues/report/ReportScreen'),
      import('#/features/dashboard/TesterDashboard'),
      import('#/features/issues/page/IssueScreen'),
    ]),
  120_000,
)

beforeEach(() => {
  server.run.mockReset()
  server.confirm.mockResolvedValue(tester)
  answer()
})

const field = (name = 'Transaction, link or error') => screen.findByLabelText(name)
const REPORT_FIELD = 'Error message, hash or link'
const happened = () => screen.findByRole('region', { name: 'What happened' })

/** Answers every question about a piece of evidence with the same. */
const shows = (given: object, more: object = {}) =>
  answer({
    evidencePreview: () => ({ evidence: given }),
    evidenceGet: () => ({ evidence: given, similar: [], proposal: null, ...more }),
  })

test('a hash pasted on the dashboard is looked up at once, and its steps tick until the answer is there', async () => {
  let looks = 0
  answer({
    evidenceGet: () => {
      looks += 1
      return looks < 3
        ? { evidence: reading(), similar: [], proposal: null }
        : { evidence: evidence(), similar: [], proposal }
    },
  })
  const { user } = renderRoute('/', { as: tester })
  await user.click(await field())
  await user.paste(HASH)
  expect(await screen.findByText('Reading 0x5e91…84c3')).toBeInTheDocument()
  expect(screen.getByRole('list', { name: 'Steps of the look-up' })).toHaveTextContent('network')
  expect(await screen.findByRole('heading', { name: /different pool/ })).toHaveFocus()
  expect(asked('evidencePreview')).toEqual([{ text: HASH }])
  expect(await happened()).toHaveTextContent(
    /Our router.*slippage_exceeded.*from the trace.*Base Sepolia.*your wallet/,
  )
})

test('what was looked up goes along into a report, whose gaps it fills', async () => {
  const { user, router } = renderRoute('/', { as: tester })
  fireEvent.change(await field(), { target: { value: HASH } })
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  await user.click(await screen.findByRole('link', { name: 'Report this' }))
  await waitFor(() => expect(router.state.location.href).toBe('/issues/new?evidence=evidence1'))
  expect(await screen.findByLabelText('Title')).toHaveValue(proposal.title)
  expect(screen.getByLabelText('What happened?')).toHaveValue(proposal.body)
  expect(screen.getByLabelText('Area')).toHaveValue('quote')
  await user.click(screen.getByRole('button', { name: /Submit report/ }))
  await waitFor(() => expect(asked('issueSubmit')).toHaveLength(1))
  expect(asked('issueSubmit')[0]).toMatchObject({ evidence: ['evidence1'], body: proposal.body })
})

test('what a reporter typed is not written over by what is found', async () => {
  const { user } = renderRoute('/issues/new', { as: tester })
  await user.type(await screen.findByLabelText('Title'), 'My own words for it')
  fireEvent.change(await field(REPORT_FIELD), { target: { value: HASH } })
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  await waitFor(() => expect(screen.getByLabelText('What happened?')).toHaveValue(proposal.body))
  expect(screen.getByLabelText('Title')).toHaveValue('My own words for it')
})

test('a hash pasted where the title belongs is looked up instead', async () => {
  const { user } = renderRoute('/issues/new', { as: tester })
  await user.click(await screen.findByLabelText('Title'))
  await user.paste(HASH)
  await waitFor(() => expect(asked('evidencePreview')).toHaveLength(1))
  expect(screen.getByLabelText('Title')).not.toHaveValue(HASH)
})

test('a tester with the same failure is recognised, and one press adds the proof there', async () => {
  const { user, router } = renderRoute('/issues/new?evidence=evidence1', { as: tester })
  const others = await screen.findByRole('region', { name: 'Same failure' })
  expect(others).toHaveTextContent(/12\s*people have this.*9 with proof.*since 0\.4\.2/)
  await user.click(within(others).getByRole('button', { name: /Affects me too/ }))
  await waitFor(() => expect(asked('issueVote')).toEqual([{ number: 402, evidence: 'evidence1' }]))
  expect(await screen.findByText(/you may earn coverage points/)).toBeInTheDocument()
  await waitFor(() => expect(router.state.location.pathname).toBe('/issues/402'))
  expect(asked('issueSubmit')).toEqual([])
})

test('the key of the button works as soon as the answer is there', async () => {
  const { user } = renderRoute('/', { as: tester })
  await user.click(await field())
  await user.paste(HASH)
  await screen.findByRole('region', { name: 'Same failure' })
  await user.keyboard('a')
  await waitFor(() => expect(asked('issueVote')).toEqual([{ number: 402, evidence: 'evidence1' }]))
  expect(await screen.findByText(/Your proof is in/)).toBeInTheDocument()
})

test('a user who says that theirs is different goes on writing', async () => {
  const { user } = renderRoute('/issues/new?evidence=evidence1', { as: tester })
  await user.click(await screen.findByRole('button', { name: 'Mine is different' }))
  expect(screen.queryByRole('region', { name: 'Same failure' })).not.toBeInTheDocument()
  expect(screen.getByLabelText('What happened?')).toHaveFocus()
})

test('before a transaction becomes proof, the build and the wallet of the report are said of it', async () => {
  const unsaid = evidence({ build: null, walletKind: null })
  shows(unsaid, { similar: [sameFailure()], proposal })
  const { user } = renderRoute('/issues/new?evidence=evidence1', { as: tester })
  await user.selectOptions(await screen.findByLabelText('Wallet'), 'hardware')
  await user.click(await screen.findByRole('button', { name: /Affects me too/ }))
  await waitFor(() => expect(asked('issueVote')).toHaveLength(1))
  expect(asked('evidencePreview')).toEqual([
    { text: HASH, network: 'net-base', build: 'build-0.4.3', walletKind: 'hardware' },
  ])
})

test('a failure that is meant to be is explained, with advice, and can be reported all the same', async () => {
  const advice = 'Raise the limit to 1 %, or try again in a calmer minute.'
  shows(evidence({ explanation: explanation({ verdict: 'expected', advice }) }))
  const { user } = renderRoute('/issues/new?evidence=evidence1', { as: tester })
  expect(await happened()).toHaveTextContent(/Your slippage limit/)
  expect(await happened()).toHaveTextContent(advice)
  await user.click(screen.getByRole('button', { name: /Report anyway: what was different/ }))
  expect(screen.getByLabelText('What happened?')).toHaveFocus()
})

test.each([
  ['exact', 'Without its limit, the swap would have returned 0.3391 WETH.', 'replayed'],
  ['approx', 'With a later deadline, the swap would have worked.', 'estimated'],
] as const)('what would have made a swap pass is said beneath it: %s', async (certainty, sentence, mark) => {
  const wouldHave = { outcome: 'works', certainty, sentence }
  shows(evidence({ explanation: explanation({ wouldHave }) }))
  renderRoute('/issues/new?evidence=evidence1', { as: tester })
  expect(await happened()).toHaveTextContent(`${sentence}${mark}`)
})

test('the texts that repeat a transaction are asked for when the menu opens, and copied without https', async () => {
  const tenderly = 'https://dashboard.tenderly.co/tx/84532/0x5e91'
  const copies = { foundry: 'contract Tx5e91c07a {}', cast: 'cast run 0x5e91', explorer: null, tenderly }
  shows(evidence())
  answer({ evidenceCopies: () => copies })
  const { user } = renderRoute('/', { as: tester })
  await user.click(await field())
  await user.paste(HASH)
  const menu = await within(await happened()).findByRole('button', { name: 'Copy as…' })
  expect(asked('evidenceCopies')).toEqual([])
  await user.click(menu)
  const item = await screen.findByRole('menuitem', { name: 'Foundry test' })
  await waitFor(() => expect(item).toHaveFocus())
  expect(screen.queryByRole('menuitem', { name: 'Explorer link' })).not.toBeInTheDocument()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not secure'))
  let selected = ''
  document.execCommand = () => {
    selected = document.querySelector<HTMLTextAreaElement>('textarea.sr-only')?.value ?? ''
    return true
  }
  await user.click(item)
  await waitFor(() => expect(selected).toBe(copies.foundry))
  expect(asked('evidenceCopies')).toEqual([{ id: 'evidence1' }])
})

test('nothing is said of what could not be tried', async () => {
  const wouldHave = { outcome: 'untried', certainty: 'none', sentence: null }
  shows(evidence({ explanation: explanation({ wouldHave }) }))
  renderRoute('/issues/new?evidence=evidence1', { as: tester })
  expect(await happened()).toHaveTextContent(/slippage_exceeded/)
  expect(await happened()).not.toHaveTextContent(/replayed|estimated/)
})

test.each([
  ['waiting', 'Not mined yet.', /We’ll follow it/],
  ['not_found', 'Not found on any network.', /Checked: Sepolia, Base Sepolia/],
  ['failed', 'Our nodes are not responding.', /The hash is saved/],
] as const)('%s is said in words, and holds no report up', async (state, words, next) => {
  shows(evidence({ state, network: null, explanation: null, cluster: null }))
  const { user } = renderRoute('/issues/new?evidence=evidence1', { as: tester })
  expect(await screen.findByRole('heading', { name: words })).toBeInTheDocument()
  expect(await happened()).toHaveTextContent(next)
  await user.type(screen.getByLabelText('Title'), 'It hangs after signing')
  await user.type(screen.getByLabelText('What happened?'), 'The button turns for ever.')
  expect(screen.getByRole('button', { name: /Submit report/ })).toBeEnabled()
})

test('what was not found can be looked for on a network that is chosen by hand', async () => {
  shows(evidence({ state: 'not_found', network: null, explanation: null }))
  const { user } = renderRoute('/issues/new?evidence=evidence1', { as: tester })
  await user.selectOptions(await screen.findByLabelText('Choose the network'), 'Sepolia')
  await user.click(screen.getByRole('button', { name: 'Search this network' }))
  await waitFor(() => expect(asked('evidenceRefresh')).toEqual([{ id: 'evidence1', network: 'net-sepolia' }]))
})

test('a part that could not be read says why', async () => {
  shows(evidence({ state: 'partial', reason: 'the node keeps no traces.' }))
  renderRoute('/issues/new?evidence=evidence1', { as: tester })
  expect(await screen.findByText('Only partly read: the node keeps no traces.')).toBeInTheDocument()
})

test('what the app showed is added in the units of the token, and compared', async () => {
  const { user } = renderRoute('/issues/new?evidence=evidence1', { as: tester })
  await user.click(await screen.findByRole('button', { name: 'Add the quote you saw' }))
  const form = screen.getByRole('group', { name: 'Quote shown by the app' })
  await user.type(within(form).getByLabelText('Quoted (WETH)'), '0.34281')
  await user.type(within(form).getByLabelText('Minimum received, if shown'), 'much{Enter}')
  expect(form).toHaveTextContent('Invalid amount: WETH has 18 decimals.')
  await user.clear(within(form).getByLabelText('Minimum received, if shown'))
  await user.click(within(form).getByRole('button', { name: 'Compare' }))
  await waitFor(() =>
    expect(asked('evidencePreview').at(-1)).toMatchObject({
      text: HASH,
      quote: { expectedOut: '342810000000000000', source: 'typed' },
    }),
  )
})

test('its owner decides whether others see the transaction', async () => {
  const { user } = renderRoute('/issues/new?evidence=evidence1', { as: tester })
  await user.click(await screen.findByLabelText('Show my transaction to other testers'))
  await waitFor(() => expect(asked('evidenceShare')).toEqual([{ id: 'evidence1', share: false }]))
})

test('an allowance that is used up is said, and what was pasted stays', async () => {
  answer({
    evidencePreview: () => {
      throw { code: 140, message: '20 look-ups an hour. The next one at 18:00.' }
    },
  })
  const { user } = renderRoute('/issues/new', { as: tester })
  fireEvent.change(await field(REPORT_FIELD), { target: { value: HASH } })
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  expect(await screen.findByText(/The next one at 18:00/)).toBeInTheDocument()
  expect(await field(REPORT_FIELD)).toHaveValue(HASH)
})

test('the evidence of an issue is one line that opens to where, since when, and one in full', async () => {
  const { user } = renderRoute('/issues/377', { as: tester })
  const part = await screen.findByRole('region', { name: 'Evidence' })
  const line = await within(part).findByRole('button', { name: /The price moved past your limit/ })
  expect(line).toHaveTextContent(/12 transactions from 9 people/)
  expect(screen.queryByText('When it was seen')).toBeNull()
  await user.keyboard('e')
  expect(line).toHaveAttribute('aria-expanded', 'true')
  expect(await within(part).findByText('first in 0.4.1', { exact: false })).toBeInTheDocument()
  expect(within(part).getByRole('region', { name: 'What happened' })).toBeInTheDocument()
  await user.click(within(part).getByRole('radio', { name: /All/ }))
  expect(within(part).getAllByRole('row')).toHaveLength(4)
  expect(within(part).getByText('not shared')).toBeInTheDocument()
})

test('two transactions are no distribution: plots begin with three', async () => {
  answer({
    evidenceOfIssue: params => {
      const { summary, rows } = imagine('evidenceOfIssue', params) as { summary: object; rows: object[] }
      return { summary: { ...summary, count: 2, people: 2 }, rows: rows.slice(0, 2), next: null }
    },
  })
  const { user } = renderRoute('/issues/377', { as: tester })
  await user.click(await screen.findByRole('button', { name: /The price moved past your limit/ }))
  expect(await screen.findByRole('region', { name: 'What happened' })).toBeInTheDocument()
  expect(screen.queryByText('When it was seen')).toBeNull()
})

test('proof that does not come fails alone', async () => {
  answer({
    evidenceOfIssue: () => {
      throw { code: 142, message: 'Rebuilding.' }
    },
  })
  renderRoute('/issues/377', { as: tester })
  expect(await screen.findByText('Couldn’t load the evidence.')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 2, name: /Route over two pools/ })).toBeInTheDocument()
})

test('a vote can bring its proof', async () => {
  const { user } = renderRoute('/issues/402', { as: tester })
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: /with my transaction/ }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/Your proof/), { target: { value: HASH } })
  await user.click(within(dialog).getByRole('button', { name: 'Look up' }))
  await within(dialog).findByRole('region', { name: 'What happened' })
  await user.click(within(dialog).getByRole('button', { name: 'Affects me too' }))
  await waitFor(() => expect(asked('issueVote')).toEqual([{ number: 402, evidence: 'evidence1' }]))
})

test('a check of a fix can bring the transaction that failed on the new build', async () => {
  const { user } = renderRoute('/issues/377', { as: tester })
  await user.click(await screen.findByRole('button', { name: /Still broken/ }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/Your proof/), { target: { value: HASH } })
  await user.click(within(dialog).getByRole('button', { name: 'Look up' }))
  await within(dialog).findByRole('region', { name: 'What happened' })
  await user.click(within(dialog).getByRole('button', { name: /Send the check/ }))
  await waitFor(() =>
    expect(asked('fixCheckSubmit')[0]).toMatchObject({ verdict: 'still_broken', evidence: 'evidence1' }),
  )
})

test('the way to a report stays the same element when the answer comes in under it', async () => {
  let isRead = false
  answer({
    evidencePreview: () => ({ evidence: reading() }),
    evidenceGet: () =>
      isRead
        ? { evidence: evidence(), similar: [sameFailure()], proposal }
        : { evidence: reading(), similar: [], proposal: null },
  })
  const { user } = renderRoute('/', { as: tester })
  fireEvent.change(await field(), { target: { value: HASH } })
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  const link = await screen.findByRole('link', { name: 'Report this' })
  isRead = true
  await screen.findByRole('region', { name: 'Same failure' })
  expect(screen.getByRole('link', { name: 'Report this' })).toBe(link)
})
