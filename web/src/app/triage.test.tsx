import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { issueServer } from '#test/issue-server'
import { QUEUE } from '#test/fixtures/rows'
import { administrator, renderRoute, tester } from '#test/render-route'

const { server, answer, asked } = issueServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

const inHand = (name: string) => screen.findByRole('heading', { level: 2, name })
const decided = (name: string) =>
  waitFor(() => expect(asked(name)).toHaveLength(1)).then(() => asked(name)[0])

// The first to ask for the page waits for all its modules; that is not what the tests measure.
beforeAll(() => import('#/features/issues/triage/TriageScreen'), 120_000)

beforeEach(() => {
  server.run.mockReset()
  server.confirm.mockResolvedValue(administrator)
  answer()
})

test('to a tester there is no triage', async () => {
  server.confirm.mockResolvedValue(tester)
  renderRoute('/issues/triage', { as: tester })
  expect(await screen.findByRole('heading', { name: 'Object not found.' })).toBeInTheDocument()
  expect(asked('triageQueue')).toEqual([])
})

test('the first case is open already, and two keys accept it', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('1')
  expect(await screen.findByRole('group', { name: 'Severity' })).toBeInTheDocument()
  await user.keyboard('a')
  expect(await decided('issueAccept')).toMatchObject({ number: 434, severity: 'S1', quality: 'B' })
  await inHand('swap dont work')
})

test('a decision says what the administrator had seen', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('h')
  expect(await decided('issueSnooze')).toMatchObject({ seen: expect.stringContaining('T') })
})

test('the suggested target is chosen already', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('j')
  await inHand('swap dont work')
  expect(await screen.findByText('merge into #402')).toBeInTheDocument()
  await user.keyboard('2')
  const dialog = await screen.findByRole('dialog', { name: 'Duplicate of…' })
  await user.click(within(dialog).getByRole('button', { name: 'Merge into #402' }))
  expect(await decided('issueMerge')).toMatchObject({ number: 431, into: 402 })
})

test('closing needs a ground by letter and a finished sentence', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('3')
  const dialog = await screen.findByRole('dialog', { name: 'Close' })
  within(dialog).getAllByRole('radio')[0]?.focus()
  await user.keyboard('i')
  const reason = within(dialog).getByLabelText('Reason, for everybody to read')
  expect(reason).toHaveValue('This is not a fault of the product: …')
  expect(within(dialog).getByRole('button', { name: /Close the report/ })).toBeDisabled()
  await user.clear(reason)
  await user.type(reason, 'This is the fee of the network, not of the product.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await decided('issueClose')).toMatchObject({ number: 434, resolution: 'invalid' })
})

test('a question can be put together from what is most often missing', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('4')
  const dialog = await screen.findByRole('dialog', { name: 'Ask the reporter' })
  await user.click(within(dialog).getByRole('button', { name: /Wallet/ }))
  await user.click(within(dialog).getByRole('button', { name: /^Ask/ }))
  expect(await decided('issueAskInfo')).toMatchObject({
    question: 'Which wallet did you use, and which version of it?',
  })
})

test('a refused decision brings the case back, with the reason', async () => {
  answer({
    issueSnooze: () => {
      throw { code: 142, message: 'ISSUE_MOVED_ON: @ada has decided it meanwhile.' }
    },
  })
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('h')
  // The message is drawn anew when the case comes back, so the page is asked, not an element that was found before.
  await waitFor(() => expect(screen.getByText(/@ada has decided it meanwhile/)).toBeVisible())
  await inHand('Approval grants more than shown')
})

test('a refused decision comes back also if the next one was made before its answer', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  const imagined = server.run.getMockImplementation()
  let refuse: () => void = () => undefined
  server.run.mockImplementation((name, params) =>
    name === 'issueSnooze' && params?.number === 434
      ? new Promise((_, reject) => {
          refuse = () => reject({ code: 142, message: 'ISSUE_MOVED_ON: @ada has decided it meanwhile.' })
        })
      : imagined?.(name, params),
  )
  await user.keyboard('h')
  await inHand('swap dont work')
  await user.keyboard('h')
  expect(await screen.findByText(/^#431 snoozed$/)).toBeInTheDocument()
  refuse()
  // The message is drawn anew when the case comes back, so the page is asked, not an element that was found before.
  await waitFor(() => expect(screen.getByText(/@ada has decided it meanwhile/)).toBeVisible())
  await inHand('Approval grants more than shown')
})

test('the last decision can be taken back', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  expect(screen.getByRole('button', { name: /Undo/ })).toBeDisabled()
  await user.keyboard('h')
  await inHand('swap dont work')
  await waitFor(() => expect(screen.getByRole('button', { name: /Undo/ })).toBeEnabled())
  await user.keyboard('u')
  expect(await decided('issueUndo')).toMatchObject({ number: 434 })
  await inHand('Approval grants more than shown')
})

test('another administrator at the same case is named', async () => {
  answer({ triageLook: () => ({ lookers: [{ id: 'ada', username: 'ada', isAdmin: true, trustLevel: 0 }] }) })
  renderRoute('/issues/triage', { as: administrator })
  expect(await screen.findByText('@ada is looking at this.')).toBeInTheDocument()
})

test('an empty queue says so', async () => {
  answer({ triageQueue: () => ({ rows: [], waiting: 0, dueSoon: 0, lookers: {} }) })
  renderRoute('/issues/triage', { as: administrator })
  expect(await screen.findByRole('heading', { name: 'Nothing waiting.' })).toBeInTheDocument()
})

test('several are chosen and decided at once; what is refused comes back', async () => {
  answer({ issueBulk: () => ({ done: [431], refused: [{ number: 434, reason: 'It is private.' }] }) })
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('xj')
  await inHand('swap dont work')
  await user.keyboard('x')
  expect(await screen.findByText('for 2 chosen reports')).toBeInTheDocument()
  await user.keyboard('h')
  expect(await decided('issueBulk')).toMatchObject({ command: 'issueSnooze', numbers: [434, 431] })
  const queue = screen.getByRole('list', { name: 'Waiting reports' })
  await waitFor(() => expect(within(queue).queryByText(/swap dont work/)).toBeNull())
  expect(await within(queue).findByText(/Approval grants more/)).toBeInTheDocument()
})

test('undo never means an older decision than the last', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('h')
  expect(await screen.findByText(/^#434 snoozed$/)).toBeInTheDocument()
  await inHand('swap dont work')
  const imagined = server.run.getMockImplementation()
  let take: () => void = () => undefined
  server.run.mockImplementation((name, params) =>
    name === 'issueSnooze'
      ? new Promise(resolve => {
          take = () => resolve(imagined?.(name, params))
        })
      : imagined?.(name, params),
  )
  await user.keyboard('h')
  await user.keyboard('u')
  expect(asked('issueUndo')).toEqual([])
  take()
  expect(await screen.findByText(/^#431 snoozed$/)).toBeInTheDocument()
  await user.keyboard('u')
  expect(await decided('issueUndo')).toMatchObject({ number: 431 })
})

test('1 and then 3 accepts as S3', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('1')
  await screen.findByRole('group', { name: 'Severity' })
  await user.keyboard('3')
  expect(await decided('issueAccept')).toMatchObject({ number: 434, severity: 'S3' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a question is what was typed, also where its letters begin a ready one', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('4')
  await screen.findByRole('dialog', { name: 'Ask the reporter' })
  await user.keyboard('What wallet is this, please?{Control>}{Enter}{/Control}')
  expect(await decided('issueAskInfo')).toMatchObject({ question: 'What wallet is this, please?' })
})

test('bugs and ideas are accepted together: the bugs with a grade, the ideas without', async () => {
  const idea = QUEUE.find(({ number }) => number === 434)
  answer({
    triageQueue: () => ({
      rows: QUEUE.map(row => (row === idea ? { ...row, kind: 'idea' } : row)),
      waiting: 23,
      dueSoon: 0,
      lookers: {},
    }),
    issueBulk: ({ numbers }) => ({
      done: [],
      refused: (numbers as number[]).map(number => ({ number, reason: 'SEVERITY_MISSING: Choose one.' })),
    }),
  })
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('xj')
  await inHand('swap dont work')
  await user.keyboard('xk')
  await inHand('Approval grants more than shown')
  await user.keyboard('1')
  await screen.findByRole('group', { name: 'Severity' })
  await user.keyboard('2')
  await waitFor(() => expect(asked('issueBulk')).toHaveLength(2))
  expect(asked('issueBulk')).toMatchObject([
    { command: 'issueAccept', numbers: [431], params: { severity: 'S2', quality: 'B' } },
    { command: 'issueAccept', numbers: [434], params: { quality: 'B' } },
  ])
  expect(asked('issueBulk')[1]?.params).not.toHaveProperty('severity')
  expect(await screen.findByText('#431: Choose one.')).toBeInTheDocument()
})

test('what is late is not called due within an hour', async () => {
  answer({ triageQueue: () => ({ rows: QUEUE, waiting: 23, dueSoon: 1, late: 16, lookers: {} }) })
  renderRoute('/issues/triage', { as: administrator })
  expect(await screen.findByText('16 late')).toBeInTheDocument()
  expect(screen.getByText('1 due within an hour')).toBeInTheDocument()
})

test('decisions are taken back one after the other, and then it is said that none is left', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('h')
  expect(await screen.findByText(/^#434 snoozed$/)).toBeInTheDocument()
  await inHand('swap dont work')
  await user.keyboard('h')
  expect(await screen.findByText(/^#431 snoozed$/)).toBeInTheDocument()
  await user.keyboard('u')
  expect(await screen.findByText(/^#434 snoozed$/)).toBeInTheDocument()
  await user.keyboard('u')
  await waitFor(() => expect(asked('issueUndo')).toEqual([{ number: 431 }, { number: 434 }]))
  await inHand('Approval grants more than shown')
  await user.keyboard('u')
  expect(await screen.findByText('There is nothing left to undo.')).toBeInTheDocument()
})

test('a decision takes one from those that wait, before the server has counted them again', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  expect(screen.getByText(/^23 waiting/)).toBeInTheDocument()
  await user.keyboard('h')
  expect(await screen.findByText(/^22 waiting/)).toBeInTheDocument()
})

test('the queue is asked for once after several quick decisions', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('h')
  expect(await screen.findByText(/^#434 snoozed/)).toBeInTheDocument()
  await user.keyboard('h')
  expect(await screen.findByText(/^#431 snoozed/)).toBeInTheDocument()
  await waitFor(() => expect(asked('triageQueue')).toHaveLength(2), { timeout: 10_000 })
})

test('the focus stays on a decision while cases go by', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  screen.getByRole('button', { name: /^Snooze/ }).focus()
  await user.keyboard('j')
  await inHand('swap dont work')
  expect(screen.getByRole('button', { name: /^Snooze/ })).toHaveFocus()
})

test('a grade that was being chosen is not chosen for the next case', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('1')
  await screen.findByRole('group', { name: 'Severity' })
  await user.keyboard('j')
  await inHand('swap dont work')
  expect(screen.queryByRole('group', { name: 'Severity' })).toBeNull()
})

test('a key that is held down a little too long decides about one report', async () => {
  renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  fireEvent.keyDown(document.body, { key: 'h' })
  await inHand('swap dont work')
  fireEvent.keyDown(document.body, { key: 'h', repeat: true })
  expect(await screen.findByText('#434 snoozed')).toBeInTheDocument()
  await inHand('swap dont work')
  expect(asked('issueSnooze')).toHaveLength(1)
  // To move on, a key may be held.
  fireEvent.keyDown(document.body, { key: 'j', repeat: true })
  await waitFor(() => expect(screen.queryByRole('heading', { level: 2, name: 'swap dont work' })).toBeNull())
})

test('Enter presses the grade that has the focus, whatever was claimed', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('1')
  const grades = within(await screen.findByRole('group', { name: 'Severity' })).getAllByRole('button')
  // The claimed one is under the finger.
  expect(grades[0]).toHaveFocus()
  await user.tab()
  await user.tab()
  await user.keyboard('{Enter}')
  expect(await decided('issueAccept')).toMatchObject({ number: 434, severity: 'S3' })
})

test('Enter on the way back goes back, and accepts nothing', async () => {
  const { user } = renderRoute('/issues/triage', { as: administrator })
  await inHand('Approval grants more than shown')
  await user.keyboard('1')
  const back = within(await screen.findByRole('group', { name: 'Severity' })).getByRole('button', {
    name: /^Back/,
  })
  back.focus()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('button', { name: /^Accept/ })).toBeInTheDocument()
  expect(asked('issueAccept')).toEqual([])
})
