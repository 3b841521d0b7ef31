import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Problem } from '#/backend/problem'
import { twentieths } from '#/features/payouts/PreviewPlots'
import { Rewards } from '#/features/payouts/Rewards'
import { imaginedServer } from '#test/imagined-server'
import { payout } from '#test/fixtures/rewards'
import { administrator, renderRoute, tester } from '#test/render-route'

// Loaded with the test, not within the time of its first case.
expect([Rewards]).toHaveLength(1)

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const server = (imagined.current = imaginedServer())

const TOKENS = {
  rows: [{ id: 't1', network: 'net-base', address: `0x${'9d'.repeat(20)}`, symbol: 'TST', decimals: 18 }],
}
const NETWORKS = { rows: [{ id: 'net-base', chainId: 84_532, name: 'Base Sepolia', isTestnet: true }] }

beforeEach(() => localStorage.clear())

function open(list: object[] = []) {
  const as = server.begin(administrator)
  server.answer('rewardList', { rows: list })
  server.answer('networks', NETWORKS)
  server.answer('tokens', TOKENS)
  return renderRoute('/admin/settings/rewards', as)
}

test('to a tester there is no such page', async () => {
  renderRoute('/admin/settings/rewards', server.begin(tester))
  expect(await screen.findByRole('heading', { name: 'Object not found.' })).toBeInTheDocument()
})

test('a season that can still change is not paid from', async () => {
  const as = server.begin(administrator)
  server.answer('seasons', {
    rows: [
      {
        number: 2,
        name: 'Season 2',
        startsAt: '2026-10-01T00:00:00.000Z',
        endsAt: '2026-11-01T00:00:00.000Z',
        state: 'review',
      },
    ],
  })
  renderRoute('/admin/settings/rewards', as)
  expect(await screen.findByText('not final')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Make it final under Seasons' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /Amounts/ })).not.toBeInTheDocument()
})

/** Goes to the amounts and chooses a token and a pool. */
async function amounts({ user }: ReturnType<typeof open>) {
  await user.click(await screen.findByRole('button', { name: /^2\s*Amounts/ }))
  await screen.findByRole('option', { name: 'Base Sepolia' })
  await user.selectOptions(screen.getByLabelText('Network'), 'net-base')
  await screen.findByRole('option', { name: 'TST' })
  await user.selectOptions(screen.getByLabelText('Token'), `0x${'9d'.repeat(20)}`)
  await user.type(screen.getByLabelText('Pool'), '250,000')
}

test('who would get what is seen before anything is stored', async () => {
  const page = open()
  await amounts(page)
  expect(await screen.findByText('people paid')).toBeInTheDocument()
  expect(screen.getByText('0.312')).toBeInTheDocument()
  expect(screen.getByText(/^to the top 10 \(.* if proportional\)/)).toBeInTheDocument()
  const table = await screen.findByRole('table', { name: 'Who gets what' })
  expect(within(table).getByRole('link', { name: '@kai' })).toBeInTheDocument()
  expect(server.asked('rewardPreview')).toMatchObject({
    season: 1,
    pool: '250000000000000000000000',
    unit: '10000000000000000',
    curve: 'sqrt',
  })
  expect(server.asked('rewardBuild')).toBeUndefined()
})

test('another formula is asked about at once, and a number that is none is not', async () => {
  const page = open()
  await amounts(page)
  await screen.findByText('people paid')
  await page.user.click(screen.getByRole('radio', { name: /^Proportional/ }))
  await waitFor(() => expect(server.asked('rewardPreview')).toMatchObject({ curve: 'proportional' }))
  await page.user.clear(screen.getByLabelText('Minimum points'))
  await page.user.type(screen.getByLabelText('Minimum points'), 'x')
  expect(await screen.findByText('Enter a whole number.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^5\s*Bundle/ })).toBeDisabled()
})

test('a user who is held can be left out, and not be paid', async () => {
  const page = open()
  await amounts(page)
  await screen.findByText('people paid')
  await page.user.click(screen.getByRole('button', { name: /^3\s*Exclusions/ }))
  const row = (await screen.findByText('Held while the account is checked')).closest('tr') as HTMLElement
  expect(within(row).queryByRole('radio', { name: 'Pay' })).not.toBeInTheDocument()
  expect(within(row).getByRole('radio', { name: 'Set aside' })).toBeChecked()
  await page.user.click(within(row).getByRole('radio', { name: 'Leave out' }))
  await waitFor(() =>
    expect(server.asked('rewardPreview')).toMatchObject({
      decisions: [{ personId: 'p31', decision: 'leave_out', why: 'by_decision' }],
    }),
  )
  expect(screen.getByText('The team is never paid').closest('tr')).toHaveTextContent('by rule')
})

test('what becomes of amounts without a wallet is chosen', async () => {
  const page = open()
  await amounts(page)
  await screen.findByText('people paid')
  await page.user.click(screen.getByRole('button', { name: /^4\s*Wallets/ }))
  expect(await screen.findByText(/37 people, 8,204\.11 TST/)).toBeInTheDocument()
  await page.user.click(screen.getByRole('radio', { name: 'Give it to the others' }))
  await waitFor(() => expect(server.asked('rewardPreview')).toMatchObject({ missing: 'give_back' }))
})

test('what stops a payout is said, and it cannot be built', async () => {
  const page = open()
  const sentence = 'Two people are paid at one address: one of them must choose another wallet.'
  const before = server.server.run.getMockImplementation()
  server.answer('rewardPreview', async (params: object) => ({
    ...((await before?.('rewardPreview', params)) as object),
    problems: [{ key: 'ADDRESS_TWICE', sentence, people: ['p4', 'p9'] }],
  }))
  await amounts(page)
  expect(await screen.findByText(sentence)).toBeInTheDocument()
  await page.user.click(screen.getByRole('button', { name: /^5\s*Bundle/ }))
  expect(await screen.findByRole('button', { name: /^Build/ })).toBeDisabled()
})

test('a draft is published by typing what is done, and a refusal is in the form', async () => {
  const { user } = open([payout({ state: 'draft', publishedAt: null })])
  expect(await screen.findByText(payout().root)).toBeInTheDocument()
  server.answer('rewardPublish', new Problem(142, 'PAYOUT_LABELS: Type publish season 1.'))
  await user.type(screen.getByLabelText(/^Type publish season 1/), 'publish')
  await user.click(screen.getByRole('button', { name: 'Publish payout' }))
  expect(await screen.findByText('Type publish season 1.')).toBeInTheDocument()
  server.answer('rewardPublish', { export: payout() })
  await user.clear(screen.getByLabelText(/^Type publish season 1/))
  await user.type(screen.getByLabelText(/^Type publish season 1/), 'publish season 1')
  await user.click(screen.getByRole('button', { name: 'Publish payout' }))
  expect(await screen.findByText('The payout of season 1 is published.')).toBeInTheDocument()
  expect(server.asked('rewardPublish')).toEqual({ export: 'export-1', words: 'publish season 1' })
})

test('what is published can only be voided, and it is said that a contract still pays', async () => {
  const { user } = open([payout()])
  await user.click(await screen.findByRole('button', { name: 'Void…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Void the payout of season 1' })
  expect(dialog).toHaveTextContent('A contract that was deployed with this root still pays.')
  await user.type(within(dialog).getByLabelText(/^Reason/), 'The pool was ten times too large.')
  await user.click(within(dialog).getByRole('button', { name: 'Void it' }))
  await waitFor(() =>
    expect(server.asked('rewardVoid')).toEqual({
      export: 'export-1',
      reason: 'The pool was ten times too large.',
    }),
  )
  expect(screen.queryByRole('button', { name: 'Publish payout' })).not.toBeInTheDocument()
})

test('the pieces of a file are put together, and files of their own are saved one by one', async () => {
  const saved: string[] = []
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const { user } = open([payout()])
  await user.click(await screen.findByRole('button', { name: 'Season file, for touchstone verify' }))
  await waitFor(() => expect(saved).toEqual(['season-1.jsonl']))
  expect(server.asked('rewardFile')).toEqual({ export: 'export-1', kind: 'season', part: 2 })
  await user.click(screen.getByRole('button', { name: /^Safe, CSV Airdrop/ }))
  await waitFor(() => expect(saved).toHaveLength(6))
})

test('twentieths add up to the whole', () => {
  const shares = twentieths([0, 120, 310, 10_000])
  expect(shares).toEqual([120, 190, 9690])
})
