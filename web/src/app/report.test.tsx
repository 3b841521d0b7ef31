import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { issueServer } from '#test/issue-server'
import { renderRoute, tester } from '#test/render-route'

const { server, answer, asked } = issueServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

const DRAFT = 'touchstone.rin.draft.report'
const title = () => screen.findByLabelText('Title')
const submit = () => screen.getByRole('button', { name: /Submit report/ })
const file = (name: string, type: string, size = 100) => new File(['x'.repeat(size)], name, { type })

// The first to ask for the page waits for all its modules; that is not what the tests measure.
beforeAll(() => import('#/features/issues/report/ReportScreen'), 120_000)

beforeEach(() => {
  server.run.mockReset()
  server.upload.mockReset()
  server.confirm.mockResolvedValue(tester)
  server.upload.mockImplementation(async (name: string, _: Blob, onProgress: (part: number) => void) => {
    onProgress(0.5)
    return { name: `1_${name}`, url: `/files/1_${name}` }
  })
  answer()
})

test('a report is written, judged and sent by keys', async () => {
  const { user, router } = renderRoute('/issues/new', { as: tester })
  await user.type(await title(), 'Max leaves no coin for fees')
  expect(submit()).toBeDisabled()
  await user.type(
    screen.getByLabelText('What happened?'),
    'I pressed Max and could not pay the fee any more.',
  )
  await user.selectOptions(screen.getByLabelText('How bad for you?'), 'S2')
  await user.type(screen.getByLabelText('Steps, one on each line'), '1. Press Max{Enter}2. Confirm')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(asked('issueSubmit')).toHaveLength(1))
  expect(asked('issueSubmit')[0]).toMatchObject({
    kind: 'bug',
    title: 'Max leaves no coin for fees',
    body: 'I pressed Max and could not pay the fee any more.',
    area: 'swap',
    build: 'build-0.4.3',
    severityClaimed: 'S2',
    steps: ['Press Max', 'Confirm'],
  })
  await waitFor(() => expect(router.state.location.pathname).toBe('/issues/442'))
  expect(localStorage.getItem(DRAFT)).toBeNull()
})

test('what was typed is still there after a reload, and after signing out', async () => {
  const { user } = renderRoute('/issues/new', { as: tester })
  await user.type(await title(), 'Half a report')
  await waitFor(() => expect(localStorage.getItem(DRAFT)).toContain('Half a report'), { timeout: 5000 })
  expect(await screen.findByText(/Draft saved/)).toBeInTheDocument()
})

test('a draft that was kept is taken up again', async () => {
  localStorage.setItem(DRAFT, JSON.stringify({ title: 'Half a report', way: 'screen', inTheWay: true }))
  renderRoute('/issues/new', { as: tester })
  expect(await title()).toHaveValue('Half a report')
  expect(screen.getByRole('radio', { name: /in the way/ })).toBeChecked()
})

test('a draft that makes no sense is none', async () => {
  localStorage.setItem(DRAFT, '{"way":"elsewhere"}')
  renderRoute('/issues/new', { as: tester })
  expect(await title()).toHaveValue('')
})

test('what is known already is shown while typing, and one press counts somebody in', async () => {
  const { user, router } = renderRoute('/issues/new', { as: tester })
  await user.type(await title(), 'Approval is skipped')
  await user.click(await screen.findByRole('button', { name: 'Affects me too' }))
  await waitFor(() => expect(asked('issueVote')).toEqual([{ number: 402 }]))
  await waitFor(() => expect(router.state.location.pathname).toBe('/issues/402'))
  expect(asked('issueSubmit')).toEqual([])
})

test('a used-up allowance says when it frees, and keeps the draft', async () => {
  answer({
    issueSubmit: () => {
      throw { code: 140, message: 'Three reports a day. The next one can be sent at 18:00.' }
    },
  })
  const { user } = renderRoute('/issues/new', { as: tester })
  await user.type(await title(), 'A fourth report today')
  await user.type(screen.getByLabelText('What happened?'), 'Something else went wrong as well.')
  await user.click(submit())
  expect(await screen.findByText(/The next one can be sent at 18:00/)).toBeInTheDocument()
  expect(await title()).toHaveValue('A fourth report today')
})

test('one missing thing is named, and a press leads to it', async () => {
  const { user } = renderRoute('/issues/new', { as: tester })
  await user.type(await title(), 'Max leaves no coin for fees')
  await user.type(screen.getByLabelText('What happened?'), 'x'.repeat(60))
  await user.click(await screen.findByRole('button', { name: 'Add steps' }))
  expect(screen.getByLabelText('Steps, one on each line')).toHaveFocus()
})

test('a log goes along, a page does not', async () => {
  renderRoute('/issues/new', { as: tester })
  const form = (await title()).closest('form') as HTMLFormElement
  fireEvent.drop(form, {
    dataTransfer: { files: [file('wallet.log', 'text/plain'), file('a.html', 'text/html')] },
  })
  expect(await screen.findByText(/a.html: Only pictures/)).toBeInTheDocument()
  await waitFor(() => expect(asked('attachmentAdd')).toHaveLength(1))
  expect(asked('attachmentAdd')[0]).toMatchObject({ name: 'wallet.log', file: { name: '1_wallet.log' } })
})

test('a file that did not arrive can be sent again', async () => {
  server.upload.mockRejectedValueOnce(new Error('gone'))
  vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
  const { user } = renderRoute('/issues/new', { as: tester })
  const form = (await title()).closest('form') as HTMLFormElement
  fireEvent.drop(form, { dataTransfer: { files: [file('wallet.log', 'text/plain')] } })
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(server.upload).toHaveBeenCalledTimes(2))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
})

test('a private report says who will see it', async () => {
  const { user } = renderRoute('/issues/new', { as: tester })
  await user.click(await screen.findByRole('checkbox', { name: /keep this report private/ }))
  expect(await screen.findByText('Only you and the administrators will see it.')).toBeInTheDocument()
  expect(screen.getByText(/security@example.org/)).toBeInTheDocument()
})

test('Alt with a figure chooses the way in, also while typing', async () => {
  const { user } = renderRoute('/issues/new', { as: tester })
  await user.click(await title())
  await user.keyboard('{Alt>}[Digit3]{/Alt}')
  expect(screen.getByRole('radio', { name: 'An idea' })).toBeChecked()
  expect(screen.queryByLabelText('How bad for you?')).toBeNull()
})

test('a picture that was sent is still there after a reload, and goes along', async () => {
  const first = renderRoute('/issues/new', { as: tester })
  await first.user.type(await title(), 'Max leaves no coin for fees')
  fireEvent.change(document.querySelector('input[type=file]') as HTMLInputElement, {
    target: { files: [file('wallet.log', 'text/plain')] },
  })
  await screen.findByRole('button', { name: 'Remove wallet.log' })
  await waitFor(() => expect(localStorage.getItem(DRAFT)).toContain('file-wallet.log'), { timeout: 5000 })
  first.leave()
  const { user } = renderRoute('/issues/new', { as: tester })
  expect(await screen.findByRole('button', { name: 'Remove wallet.log' })).toBeInTheDocument()
  await user.type(
    screen.getByLabelText('What happened?'),
    'I pressed Max and could not pay the fee any more.',
  )
  await user.click(submit())
  await waitFor(() => expect(asked('issueSubmit')[0]).toMatchObject({ attachments: ['file-wallet.log'] }))
})

test('a file of a draft that the server has thrown away is said to be gone', async () => {
  const old = {
    id: 'f',
    name: 'shot.webp',
    size: 10,
    sort: 'image',
    url: '/shot',
    at: Date.now() - 86_400_000,
  }
  localStorage.setItem(DRAFT, JSON.stringify({ title: 'Half a report', files: [old] }))
  renderRoute('/issues/new', { as: tester })
  expect(await screen.findByText('shot.webp: no longer stored. Add it again.')).toBeInTheDocument()
})

test('what one person began to write is not shown to the next', async () => {
  localStorage.setItem(DRAFT, JSON.stringify({ title: 'Half a report' }))
  const next = { ...tester, objectId: 'sam', username: 'sam' }
  server.confirm.mockResolvedValue(next)
  renderRoute('/issues/new', { as: next })
  expect(await title()).toHaveValue('')
})

test('an error that was pasted and not looked up goes into the report as it is', async () => {
  const { user } = renderRoute('/issues/new', { as: tester })
  await user.type(await title(), 'Swap fails on the second try')
  const pasted = screen.getByLabelText('Error message, hash or link')
  fireEvent.change(pasted, { target: { value: '0x8d2f: execution reverted' } })
  await user.type(screen.getByLabelText('What happened?'), 'It fails with this every time.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(asked('issueSubmit')).toHaveLength(1))
  expect(asked('issueSubmit')[0]?.body).toBe(
    'It fails with this every time.\n\n```\n0x8d2f: execution reverted\n```',
  )
})
