import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { issueServer } from '#test/issue-server'
import { issueView } from '#test/programme-issues'
import { administrator, renderRoute, tester } from '#test/render-route'

const { server, answer, asked } = issueServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

const article = async (text: string | RegExp) =>
  (await screen.findByText(text)).closest('article') as HTMLElement

// The first to ask for the page waits for all its modules; that is not what the tests measure.
beforeAll(() => import('#/features/issues/page/IssueScreen'), 120_000)

beforeEach(() => {
  server.run.mockReset()
  server.confirm.mockResolvedValue(tester)
  answer()
})

test('the page says what it is, how far it is, and what was said', async () => {
  renderRoute('/issues/377', { as: tester })
  expect(await screen.findByRole('heading', { level: 1, name: '#377' })).toBeInTheDocument()
  expect(await screen.findByRole('heading', { level: 2, name: /Route over two pools/ })).toBeInTheDocument()
  const steps = screen.getByRole('list', { name: 'Status' })
  expect(within(steps).getByText('Fixed – please check').closest('[aria-current=step]')).not.toBeNull()
  expect(screen.getByText(/The second hop was priced/)).toBeInTheDocument()
  expect(await screen.findByText(/confirmed it/)).toHaveTextContent(/^@mia confirmed it/)
  expect(await article(/Same on Base/)).toHaveTextContent('Helpful')
  await waitFor(() => expect(document.title).toMatch(/^#377 Route over two pools/))
})

test('what is private and what is not there read the same', async () => {
  renderRoute('/issues/9999', { as: tester })
  expect(await screen.findByRole('heading', { name: 'Object not found.' })).toBeInTheDocument()
})

test('an address that is no number is not there either', async () => {
  renderRoute('/issues/abc', { as: tester })
  expect(await screen.findByRole('heading', { name: 'Object not found.' })).toBeInTheDocument()
  expect(asked('issueGet')).toEqual([])
})

test('a fix is checked by one key and one press, on the build one runs', async () => {
  const { user } = renderRoute('/issues/377', { as: tester })
  await screen.findByText('Fixed in 0.4.2 – please check.')
  await user.keyboard('2')
  const dialog = await screen.findByRole('dialog', { name: 'It is still broken' })
  await user.selectOptions(within(dialog).getByLabelText('The build you run'), 'web 0.4.2')
  await user.type(within(dialog).getByLabelText('What happens now?'), 'Same as before')
  await user.click(within(dialog).getByRole('button', { name: /Send the check/ }))
  await waitFor(() =>
    expect(asked('fixCheckSubmit')).toEqual([
      { number: 377, build: 'build-0.4.2', verdict: 'still_broken', note: 'Same as before' },
    ]),
  )
})

test('a comment is sent with Ctrl and Enter, and what is typed survives a reload', async () => {
  const { user } = renderRoute('/issues/377', { as: tester })
  const field = await screen.findByRole('textbox', { name: 'Comment' })
  await user.type(field, 'It works on Base for me')
  await waitFor(() => expect(localStorage.getItem('touchstone.kept.comment.377')).toContain('It works'))
  await user.keyboard('{Control>}{Enter}{/Control}')
  await waitFor(() => expect(asked('commentAdd')).toEqual([{ number: 377, body: 'It works on Base for me' }]))
  await waitFor(() => expect(field).toHaveValue(''))
  expect(localStorage.getItem('touchstone.kept.comment.377')).toBeNull()
})

test('a refused comment stays where it is', async () => {
  answer({
    commentAdd: () => {
      throw { code: 140, message: 'Twenty comments a day; the next one at 18:00.' }
    },
  })
  const { user } = renderRoute('/issues/377', { as: tester })
  const field = await screen.findByRole('textbox', { name: 'Comment' })
  await user.type(field, 'One more')
  await user.click(screen.getByRole('button', { name: /^Comment/ }))
  expect(await screen.findByText('Twenty comments a day; the next one at 18:00.')).toBeInTheDocument()
  expect(field).toHaveValue('One more')
})

test('"+1" is offered as a vote', async () => {
  const { user } = renderRoute('/issues/402', { as: tester })
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), '+1')
  await user.click(await screen.findByRole('button', { name: 'Count me in' }))
  await waitFor(() => expect(asked('issueVote')).toEqual([{ number: 402 }]))
  expect(asked('commentAdd')).toEqual([])
})

test('a name that has been heard here is completed', async () => {
  const { user } = renderRoute('/issues/377', { as: tester })
  await article(/Same on Base/)
  const field = screen.getByRole('textbox', { name: 'Comment' })
  await user.type(field, 'thanks @ka')
  await user.click(await screen.findByRole('option', { name: '@kai' }))
  expect(field).toHaveValue('thanks @kai ')
})

test('who reads along decides how much they hear', async () => {
  const { user } = renderRoute('/issues/402', { as: tester })
  await user.click(await screen.findByRole('button', { name: /Watch/ }))
  await user.click(await screen.findByRole('menuitem', { name: /Status only/ }))
  await waitFor(() => expect(asked('issueWatch')).toEqual([{ number: 402, level: 'status' }]))
  expect(await screen.findByRole('button', { name: /Watching/ })).toBeInTheDocument()
})

test('a tester sees nothing to decide with', async () => {
  renderRoute('/issues/402', { as: tester })
  await screen.findByRole('heading', { level: 2, name: /Approval is skipped/ })
  expect(screen.queryByRole('heading', { name: 'Decide' })).toBeNull()
  expect(screen.queryByLabelText('Staff note')).toBeNull()
})

test('an administrator marks it as fixed, and is told what that did', async () => {
  server.confirm.mockResolvedValue(administrator)
  const { user } = renderRoute('/issues/402', { as: administrator })
  await user.click(await screen.findByRole('button', { name: 'Mark fixed…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Mark as fixed' })
  await user.click(within(dialog).getByRole('button', { name: 'Ask for checks' }))
  await waitFor(() => expect(asked('issueMarkFixed')).toMatchObject([{ number: 402, build: 'build-0.4.3' }]))
})

test('a merged report leads to where it went', async () => {
  answer({
    issueGet: () => ({
      ...issueView(402),
      root: { number: 412, title: 'Swap gives less', status: 'in_progress' },
    }),
  })
  renderRoute('/issues/402', { as: tester })
  expect(await screen.findByRole('link', { name: '#412 Swap gives less' })).toHaveAttribute(
    'href',
    '/issues/412',
  )
})
