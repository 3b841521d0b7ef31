import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { Problem } from '#/backend/problem'
import { reasonFor } from '#/features/review/fairness/ReasonDialog'
import { imaginedServer } from '#test/imagined-server'
import { riskCase } from '#test/fixtures/fairness'
import { administrator, renderRoute, tester } from '#test/render-route'

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const server = (imagined.current = imaginedServer())

// The first to ask for the page waits for all its modules; that is not what the tests measure.
beforeAll(() => import('#/features/review/fairness/FairnessReview'), 120_000)

const PATH = '/review/fairness'
const inHand = (name: RegExp) => screen.findByRole('heading', { level: 2, name })
const open = () => renderRoute(PATH, server.begin(administrator))

test('to a tester there is no such page', async () => {
  renderRoute(PATH, server.begin(tester))
  expect(await screen.findByRole('heading', { name: 'Object not found.' })).toBeInTheDocument()
})

test('what speaks against and what is not known stand in the same list as what speaks for it', async () => {
  open()
  await inHand(/^3 of these 4 accounts look like one person$/)
  const lines = screen.getByText('One device signed in to 3 of them').closest('ul') as HTMLElement
  expect(within(lines).getByText('Against: Another language')).toBeInTheDocument()
  expect(within(lines).getByText('Not known: Who paid the wallet')).toBeInTheDocument()
  expect(within(lines).getByText('−5')).toBeInTheDocument()
  const [one, against, unknown] = [
    'One device signed in to 3 of them',
    'Against: Another language',
    'Not known: Who paid the wallet',
  ].map(title => screen.getByText(title).className)
  expect(against).toBe(one)
  expect(unknown).toBe(one)
})

test('the effects are shown before anything is decided', async () => {
  open()
  expect(await screen.findByText('3 → 1')).toBeInTheDocument()
  expect(screen.getByText('−55')).toBeInTheDocument()
  expect(screen.getByText('61 → 74')).toBeInTheDocument()
  expect(server.asked('personLinkPreview')).toEqual({ users: ['user-mox_a', 'user-mox_b', 'user-mox_c'] })
  expect(server.asked('riskResolve')).toBeUndefined()
})

test('two keys link, with the reason that fits, and the next case comes', async () => {
  const { user } = open()
  await inHand(/look like one person/)
  await user.keyboard('1')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('radio', { name: 'same funding wallet and device' })).toBeChecked()
  await user.keyboard('{Enter}')
  await waitFor(() =>
    expect(server.asked('riskResolve')).toEqual({
      number: 12,
      decision: 'link',
      users: ['user-mox_a', 'user-mox_b', 'user-mox_c'],
      reason: 'same_funder_device',
    }),
  )
  await waitFor(() => expect(server.asked('riskCase')).toEqual({ number: 15 }))
})

test.each([
  ['2', 'dismiss'],
  ['3', 'watch'],
] as const)('the key %s decides %s, and moves on', async (key, decision) => {
  const { user } = open()
  await inHand(/look like one person/)
  await user.keyboard(key)
  await waitFor(() => expect(server.asked('riskResolve')).toEqual({ number: 12, decision }))
  await waitFor(() => expect(server.asked('riskCase')).toEqual({ number: 15 }))
})

test('those who are ticked are asked', async () => {
  const { user } = open()
  await inHand(/look like one person/)
  await user.click(await screen.findByRole('checkbox', { name: 'mox_d' }))
  expect(await screen.findByText('4 of 4 ticked', { selector: 'header *' })).toBeInTheDocument()
  await user.keyboard('4')
  await waitFor(() =>
    expect(server.asked('riskResolve')).toMatchObject({
      decision: 'ask',
      users: ['user-mox_a', 'user-mox_b', 'user-mox_c', 'user-mox_d'],
    }),
  )
})

test('j and k go through the queue', async () => {
  const { user } = open()
  await inHand(/look like one person/)
  await user.keyboard('jj')
  await waitFor(() => expect(server.asked('riskCase')).toEqual({ number: 16 }))
  await user.keyboard('k')
  const queue = screen.getByRole('list', { name: 'Waiting cases' })
  await waitFor(() => expect(within(queue).getByRole('button', { current: true })).toHaveTextContent('F-15'))
})

test('a refused decision stays in hand, with the reason', async () => {
  const as = server.begin(administrator)
  server.answer('riskResolve', new Problem(142, 'CASE_DECIDED: @ada has decided it meanwhile.'))
  const { user } = renderRoute(PATH, as)
  await inHand(/look like one person/)
  await user.keyboard('2')
  expect(await screen.findByText('@ada has decided it meanwhile.')).toBeInTheDocument()
  expect(screen.getByText(/^Case F-12,/)).toBeInTheDocument()
})

test('more than 200 accounts have no graph, only the list', async () => {
  const as = server.begin(administrator)
  server.answer('riskCase', { case: riskCase(12, { graph: null }) })
  renderRoute(PATH, as)
  await inHand(/look like one person/)
  expect(screen.queryByRole('heading', { name: 'Connections' })).not.toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Accounts' })).toBeInTheDocument()
})

test('where only two kinds of evidence speak, asking is suggested', async () => {
  const as = server.begin(administrator)
  server.answer('riskCase', {
    case: riskCase(12, { suggestion: { decision: 'ask', users: ['user-mox_a', 'user-mox_b'] } }),
  })
  renderRoute(PATH, as)
  await inHand(/^These 4 accounts may be one person: ask first$/)
  expect(screen.getByText('ask them first: only two kinds of evidence')).toBeInTheDocument()
})

test('an empty queue says how a case comes about', async () => {
  const as = server.begin(administrator)
  server.answer('riskCases', {
    rows: [],
    next: null,
    counts: { open: 0, asked: 0, watch: 0, decided: 0, appeals: 0, linked: 0 },
    watchScore: 60,
    scan: null,
  })
  renderRoute(PATH, as)
  expect(await screen.findByText('Nothing waiting.')).toBeInTheDocument()
  expect(await screen.findByText('No scan has run yet.')).toBeInTheDocument()
})

test('the reason follows the loudest signals', () => {
  const signals = riskCase(12).signals as never[]
  expect(reasonFor({ signals })).toBe('same_funder_device')
  expect(reasonFor({ signals: [] })).toBe('other')
})
