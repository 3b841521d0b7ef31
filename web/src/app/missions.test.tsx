import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeLive } from '#test/fake-live'
import { imagine } from '#test/fixtures/answers'
import { MISSIONS, mission, submission } from '#test/fixtures/missions'
import { issueServer } from '#test/issue-server'
import { administrator, renderRoute, tester } from '#test/render-route'

const { server, answer, asked } = issueServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

beforeAll(
  () =>
    Promise.all([
      import('#/features/missions/MissionList'),
      import('#/features/missions/MissionScreen'),
      import('#/ui/markdown/Markdown'),
    ]),
  120_000,
)

let live: ReturnType<typeof fakeLive>
beforeEach(() => {
  live = fakeLive()
  server.run.mockReset()
  server.confirm.mockResolvedValue(tester)
  answer()
})

const FEE = 'Swap with a fee-on-transfer token'
const open = (path: string, as = tester) => {
  server.confirm.mockResolvedValue(as)
  return renderRoute(path, { as })
}
/** The mission of the fixtures with another submission. */
const showing = (more: object, of: object = {}) =>
  answer({ missionGet: () => ({ mission: mission({ mine: submission(more), ...of }) }) })

test('what was begun comes first, then what fits, then what does not yet and why', async () => {
  open('/missions')
  const begun = await screen.findByRole('heading', { level: 2, name: /^Started/ })
  expect(within(begun.closest('section') as HTMLElement).getByRole('link', { name: FEE })).toBeVisible()
  const fits = screen.getByRole('heading', { name: /^Fits you/ }).closest('section') as HTMLElement
  expect(within(fits).getAllByRole('article')).toHaveLength(2)
  const not = screen.getByRole('heading', { name: /^Not yet/ }).closest('section') as HTMLElement
  expect(not).toHaveTextContent('Needs trust level 2.')
  expect(within(not).queryByRole('button')).not.toBeInTheDocument()
  expect(screen.getByText(/up to/)).toHaveTextContent('Open to you: up to 60 points in about 16 minutes')
  expect(screen.getByText(/was unreachable/)).toHaveTextContent('Missions there end 44m later.')
})

test('keys go through the list, and Enter starts or continues', async () => {
  const { user, router } = open('/missions')
  await screen.findByRole('link', { name: FEE })
  await user.keyboard('jj{Enter}')
  await waitFor(() => expect(asked('submissionStart')).toEqual([{ mission: 'msurvey' }]))
  await waitFor(() => expect(router.state.location.pathname).toBe('/missions/first-swap'))
})

test('a start that is refused says why, and the list stays', async () => {
  answer({
    submissionStart: () => {
      throw Object.assign(new Error('MISSION_FULL: All places are taken.'), { code: 142 })
    },
  })
  const { user } = open('/missions')
  await user.click(await screen.findByRole('button', { name: /^Start.*Tell us/ }))
  expect(await screen.findByText('Couldn’t start the mission.')).toBeInTheDocument()
  expect(screen.getByText('All places are taken.')).toBeInTheDocument()
})

test('the address says which missions are shown', async () => {
  const { user, router } = open('/missions')
  await user.click(await screen.findByRole('radio', { name: /^Done/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ show: 'done' }))
  expect(
    await screen.findByRole('heading', { name: 'You haven’t finished a mission yet.' }),
  ).toBeInTheDocument()
})

test('no mission leads to what else is useful', async () => {
  answer({
    missionList: () => ({ rows: [], next: null, counts: { fits: 0, open: 0, done: 0 }, season: null }),
  })
  open('/missions')
  expect(await screen.findByRole('heading', { name: 'No mission is open.' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Fixes to check' })).toBeInTheDocument()
})

test('a list that does not come says so, and can be asked for again', async () => {
  answer({
    missionList: () => {
      throw Object.assign(new Error('no'), { code: 142 })
    },
  })
  const { user } = open('/missions')
  expect(await screen.findByRole('heading', { name: 'Couldn’t load the missions.' })).toBeInTheDocument()
  answer()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('link', { name: FEE })).toBeInTheDocument()
})

test('two hundred missions come page after page', async () => {
  const page = (cursor: unknown) => ({
    rows: Array.from({ length: 30 }, (_, order) =>
      mission({
        id: `m${cursor}${order}`,
        slug: `m-${cursor}-${order}`,
        title: `Mission ${cursor} ${order}`,
      }),
    ),
    next: cursor === 'two' ? null : 'two',
    counts: { fits: 200, open: 200, done: 0 },
    season: null,
  })
  answer({ missionList: ({ cursor }) => page(cursor ?? 'one') })
  const { user } = open('/missions')
  await user.click(await screen.findByRole('button', { name: 'Show more' }))
  expect(await screen.findByRole('link', { name: 'Mission two 29' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
})

test('a mission says what to do, how it is checked and what it pays', async () => {
  open('/missions/fee-token')
  expect(await screen.findByRole('heading', { level: 2, name: FEE })).toBeInTheDocument()
  const steps = screen.getByRole('list', { name: 'Steps' })
  expect(within(steps).getAllByRole('listitem')).toHaveLength(4)
  const checks = screen.getByRole('region', { name: 'How it is checked' })
  for (const line of ['on Base Sepolia', 'to our router', 'USDC in, SAFU out', 'at least 10 USDC'])
    expect(within(checks).getByText(line)).toBeInTheDocument()
  expect(checks).toHaveTextContent('The team also reviews 10 of 100.')
  expect(screen.getByRole('region', { name: 'Reward' })).toHaveTextContent(/20 points.*10 then, 10 when/)
  expect(screen.getByRole('region', { name: 'Places' })).toHaveTextContent(/61 of 200 left.*3 of 3 left/)
})

test('a step ticks itself when its event arrives, without anything being pressed', async () => {
  open('/missions/fee-token')
  const [, swap] = within(await screen.findByRole('list', { name: 'Steps' })).getAllByRole('listitem')
  expect(swap).toHaveTextContent('We watch Base Sepolia for a transaction from your wallet.')
  expect(live.queriesOf('Submission')).toEqual([{ className: 'Submission', where: { objectId: 'sub1' } }])
  const progress = {
    s1: { state: 'done' },
    s2: { state: 'passed', hash: `0xd41c${'0'.repeat(56)}0e77` },
    s3: { state: 'open' },
  }
  showing({ progress })
  await live.tell('Submission', 'update', { objectId: 'sub1', state: 'started', progress })
  await waitFor(() => expect(swap).toHaveTextContent(/Found: 0xd41c…0e77/))
  expect(swap).not.toHaveTextContent('We watch')
  expect(screen.getByText('2 of 4 steps are done.')).toBeInTheDocument()
})

test('a key answers a scale, and it is saved by itself', async () => {
  showing({ progress: { s1: { state: 'done' }, s2: { state: 'passed' }, s3: { state: 'open' } } })
  const { user } = open('/missions/fee-token')
  await screen.findByRole('list', { name: 'Steps' })
  expect(screen.getByRole('button', { name: /^Submit/ })).toBeDisabled()
  await user.keyboard('4')
  expect(screen.getByRole('radio', { name: '4' })).toBeChecked()
  await waitFor(() => expect(asked('submissionSave')).toEqual([{ submission: 'sub1', answers: { s3: 4 } }]))
  expect(await screen.findByText(/^saved/)).toBeInTheDocument()
})

test('what is typed stays as it is typed while it is saved', async () => {
  const { user } = open('/missions/fee-token')
  const field = await screen.findByRole('textbox', { name: 'What did it say?' })
  await user.type(field, 'Nothing at all ')
  await waitFor(() =>
    expect(asked('submissionSave').at(-1)).toEqual({
      submission: 'sub1',
      answers: { s4: 'Nothing at all' },
    }),
  )
  await screen.findByText(/^saved/)
  expect(field).toHaveValue('Nothing at all ')
})

test('an answer that the server refuses is said, and kept', async () => {
  answer({
    submissionSave: () => {
      throw Object.assign(new Error('STEP_ANSWER: Step s4: Answer in words.'), { code: 142 })
    },
  })
  const { user } = open('/missions/fee-token')
  const field = await screen.findByRole('textbox', { name: 'What did it say?' })
  await user.type(field, 'No')
  expect(await screen.findByText('Step s4: Answer in words.')).toBeInTheDocument()
  expect(field).toHaveValue('No')
})

test('a hash is pasted, looked up and given as the answer', async () => {
  const { user } = open('/missions/fee-token')
  const field = await screen.findByRole('textbox', { name: 'Hash of your transaction' })
  await user.type(field, 'my swap{Enter}')
  expect(screen.getByText('Enter 0x and 64 hex digits.')).toBeInTheDocument()
  await user.clear(field)
  await user.type(field, `0x${'ab'.repeat(32)}{Enter}`)
  const { evidence } = imagine('evidencePreview', { text: `0x${'ab'.repeat(32)}` }) as {
    evidence: { id: string }
  }
  await waitFor(() =>
    expect(asked('submissionSave')).toEqual([{ submission: 'sub1', answers: { s2: evidence.id } }]),
  )
})

test('all done is handed in, and then it is being checked', async () => {
  showing({ progress: { s1: { state: 'done' }, s2: { state: 'passed' }, s3: { state: 'done' } } })
  const { user } = open('/missions/fee-token')
  const button = await screen.findByRole('button', { name: /^Submit/ })
  expect(button).toBeEnabled()
  showing({ state: 'checking' })
  await user.click(button)
  await waitFor(() => expect(asked('submissionSubmit')).toEqual([{ submission: 'sub1' }]))
  expect(await screen.findByRole('heading', { name: 'Your steps are being checked.' })).toBeInTheDocument()
})

test('a user who is blocked names the issue', async () => {
  const { user } = open('/missions/fee-token')
  await screen.findByRole('list', { name: 'Steps' })
  await user.keyboard('b')
  const dialog = await screen.findByRole('dialog', { name: 'I am blocked' })
  await user.type(within(dialog).getByLabelText('Number of another issue'), '#402')
  await user.click(within(dialog).getByRole('button', { name: 'Blocked by #402' }))
  await waitFor(() => expect(asked('submissionBlocked')).toEqual([{ submission: 'sub1', issue: 402 }]))
})

test.each([
  [
    { state: 'approved', paid: 20, points: { amount: 20, season: 2, seq: 9018 } },
    /\+20, entry 9,018 of season 2/,
  ],
  [{ state: 'needs_review' }, /The team is reviewing it/],
  [
    { state: 'rejected', note: 'The screen cannot be read.', triesLeft: 2 },
    /The screen cannot be read\.2 tries are left/,
  ],
  [{ state: 'rejected', triesLeft: 0 }, /No try is left/],
  [
    { state: 'blocked', blockedBy: { number: 431, title: 'x', status: 'new' } },
    /Blocked by #431\.When it is confirmed, you get 10 points/,
  ],
  [
    { state: 'approved_partial', paid: 10, blockedBy: { number: 431, title: 'x', status: 'confirmed' } },
    /a part is paid: \+10\. Finish the mission for the other 10/,
  ],
  [{ state: 'revoked', note: 'Not your own transaction.' }, /Not your own transaction/],
  [{ state: 'expired' }, /ended before you submitted it/],
])('%j is said in words', async (more, words) => {
  showing(more)
  open('/missions/fee-token')
  await screen.findByRole('list', { name: 'Steps' })
  const said = screen.getAllByRole('status').map(each => each.textContent ?? '')
  expect(said.some(text => words.test(text))).toBe(true)
})

test('a try that did not pass is begun again with Enter', async () => {
  showing({ state: 'rejected', note: 'The wrong network.', triesLeft: 1 })
  const { user } = open('/missions/fee-token')
  expect(await screen.findByRole('button', { name: /^Try again/ })).toBeInTheDocument()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(asked('submissionStart')).toEqual([{ mission: 'mfee' }]))
})

test('a place is given up only after it was asked', async () => {
  const { user } = open('/missions/fee-token')
  await user.click(await screen.findByRole('button', { name: 'Leave mission' }))
  expect(asked('submissionWithdraw')).toEqual([])
  const asks = within(screen.getByRole('dialog'))
  await user.click(asks.getByRole('button', { name: 'Leave mission' }))
  await waitFor(() => expect(asked('submissionWithdraw')).toEqual([{ submission: 'sub1' }]))
})

test('a user who has no wallet is asked to link one', async () => {
  showing({}, { why: ['wallet'] })
  open('/missions/fee-token')
  expect(await screen.findByText(/Link a wallet so that/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Link a wallet' })).toHaveAttribute('href', '/u/rin?tab=wallets')
})

test('a choice and a number are answered, and a number out of bounds is not sent', async () => {
  answer({
    missionGet: () => ({
      mission: { ...MISSIONS[1], mine: submission({ mission: 'msurvey', progress: {}, answers: {} }) },
    }),
  })
  const { user } = open('/missions/first-swap')
  await user.click(await screen.findByRole('checkbox', { name: 'words' }))
  await user.click(screen.getByRole('checkbox', { name: 'fees' }))
  await user.type(screen.getByRole('textbox', { name: 'How many minutes did it take?' }), '500')
  await waitFor(() =>
    expect(asked('submissionSave').at(-1)).toMatchObject({ answers: { s1: ['fees', 'words'] } }),
  )
  expect(JSON.stringify(asked('submissionSave'))).not.toContain('500')
})

test('administrators see how far people come, and can edit', async () => {
  open('/missions/fee-token', administrator)
  const results = await screen.findByRole('region', { name: 'Results so far' })
  expect(await within(results).findByText('45 stop here')).toBeInTheDocument()
  expect(within(results).getByRole('link', { name: '#402' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/admin/settings/missions/mfee')
})

test('a mission that is not there is not found', async () => {
  open('/missions/nowhere')
  expect(await screen.findByRole('heading', { name: 'Object not found.' })).toBeInTheDocument()
})

test('two keys lead to the missions, which are a place of their own', async () => {
  const { user, router } = open('/missions/fee-token')
  await screen.findByRole('list', { name: 'Steps' })
  await user.keyboard('gm')
  await waitFor(() => expect(router.state.location.pathname).toBe('/missions'))
  expect(screen.getByRole('link', { name: /^Missions/, current: 'page' })).toBeInTheDocument()
})
