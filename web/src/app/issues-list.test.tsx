import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { Code, Problem } from '#/backend/problem'
import { issueServer } from '#test/issue-server'
import { ROWS } from '#test/fixtures/rows'
import { administrator, renderRoute, tester } from '#test/render-route'

const { server, answer, asked } = issueServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))
const screenIs = vi.hoisted(() => ({ narrow: false }))
vi.mock('#/lib/use-narrow', () => ({ useNarrow: () => screenIs.narrow }))

const listed = () => screen.findByRole('list', { name: 'Issues' })
const title = (name: string) => screen.findByRole('link', { name })

// The first to ask for the page waits for all its modules; that is not what the tests measure.
beforeAll(
  () => Promise.all([import('#/features/issues/list/IssuesScreen'), import('#/app/shell/Palette')]),
  120_000,
)

beforeEach(() => {
  // Without a layout every row would be flat, and all of them in sight.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(59)
  screenIs.narrow = false
  server.run.mockReset()
  server.confirm.mockResolvedValue(tester)
  answer()
})

test('the list says what each issue is, how many it affects, and whether it is mine', async () => {
  renderRoute('/issues', { as: tester })
  const [first, second] = within(await listed()).getAllByRole('listitem')
  expect(first).toHaveTextContent('Permit expired right after signing')
  expect(first).toHaveTextContent('Confirmed')
  expect(within(first as HTMLElement).getByRole('button', { name: 'Affects me, 48' })).not.toBePressed()
  expect(second).toHaveTextContent('yours')
  expect(within(second as HTMLElement).getByRole('button', { name: 'Affects me, 12' })).toBePressed()
})

test('one press says that it is mine too, at once', async () => {
  let reply: (value: unknown) => void = () => undefined
  answer({ issueVote: () => ({ voteCount: 49, affectsMe: true }) })
  const { user } = renderRoute('/issues', { as: tester })
  await listed()
  const imagined = server.run.getMockImplementation()
  server.run.mockImplementation((name, params) =>
    name === 'issueVote' ? new Promise(resolve => (reply = resolve)) : imagined?.(name, params),
  )
  await user.click(await screen.findByRole('button', { name: 'Affects me, 48' }))
  expect(await screen.findByRole('button', { name: 'Affects me, 49' })).toBePressed()
  reply({ voteCount: 50, affectsMe: true })
  expect(await screen.findByRole('button', { name: 'Affects me, 50' })).toBePressed()
})

test('a refused vote is reversed', async () => {
  answer({
    issueVote: () => {
      throw new Problem(Code.allowance, 'Thirty votes a day are enough.')
    },
  })
  const { user } = renderRoute('/issues', { as: tester })
  await user.click(await screen.findByRole('button', { name: 'Affects me, 48' }))
  await waitFor(() => expect(asked('issueVote')).toHaveLength(1))
  expect(await screen.findByRole('button', { name: 'Affects me, 48' })).not.toBePressed()
})

test('keys move the cursor, open the issue, and do nothing while the user types', async () => {
  const { user, router } = renderRoute('/issues', { as: tester })
  await listed()
  await user.keyboard('jj')
  expect(
    (await title('Swap gives 3 % less than quoted on two-hop routes')).closest('[aria-current]'),
  ).not.toBeNull()
  await user.keyboard('/')
  expect(screen.getByRole('combobox')).toHaveFocus()
  await user.keyboard('jo')
  expect(router.state.location.pathname).toBe('/issues')
  screen.getByRole('combobox').blur()
  await user.keyboard('o')
  await waitFor(() => expect(router.state.location.pathname).toBe('/issues/412'))
})

test('filters, order and search are in the address', async () => {
  const { user, router } = renderRoute('/issues', { as: tester })
  await listed()
  await user.click(screen.getByRole('button', { name: 'Severity' }))
  await user.click(await screen.findByRole('menuitem', { name: /S2/ }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: 'is:open sev:S2' }))
  await user.click(screen.getByRole('button', { name: 'Sort: Activity' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Impact' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: 'impact' }))
  await user.click(await screen.findByRole('button', { name: /Severity: S2/ }))
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'impact' }))
})

test('how many issues there are is said once for each search, not for each page that is read', async () => {
  const { user } = renderRoute('/issues', { as: tester })
  const read = await screen.findByText('1–150 of 1,284')
  expect(read.closest('[role=status]')).toBeNull()
  const said = screen.getByText('1,284 issues')
  expect(said.closest('[role=status]')).toHaveTextContent(/^1,284 issues$/)
  await user.click(screen.getByRole('button', { name: 'Kind' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Bug' }))
  await waitFor(() => expect(said).not.toBeInTheDocument())
  expect(await screen.findByText('1,284 issues')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Severity' }))
  await user.click(await screen.findByRole('menuitem', { name: /S2/ }))
  expect((await screen.findByText('3 issues')).closest('[role=status]')).not.toBeNull()
})

test('what is typed is searched for, with completion of the words it knows', async () => {
  const { user, router } = renderRoute('/issues', { as: tester })
  await listed()
  const field = screen.getByRole('combobox')
  await user.clear(field)
  await user.type(field, 'is:cl')
  await user.keyboard('{ArrowDown}{Enter}')
  expect(field).toHaveValue('is:closed ')
  await user.type(field, 'fee{Enter}')
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'is:closed fee' }))
})

test('a mistake in the search is underlined, with a way out', async () => {
  const { user, router } = renderRoute('/issues?q=is:open sev:S9', { as: tester })
  expect(await screen.findByRole('alert')).toHaveTextContent('Severity goes from S1 to S4.')
  expect(screen.getByText('sev:S9', { selector: 'span' })).toHaveClass('decoration-wavy')
  await user.click(screen.getByRole('button', { name: 'Use sev:S4' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'is:open sev:S4' }))
})

test('what is not reported yet can be reported with the words at hand', async () => {
  renderRoute('/issues?q=max button fee', { as: tester })
  const link = await screen.findByRole('link', { name: 'Report “max button fee”' })
  expect(link).toHaveAttribute('href', expect.stringContaining('title=max'))
})

test('a list that did not come says so alone, and can be asked for again', async () => {
  answer({
    searchIssues: () => {
      throw new Problem(Code.forbidden, 'no')
    },
  })
  renderRoute('/issues', { as: tester })
  expect(await screen.findByRole('heading', { name: 'Object not found.' })).toBeInTheDocument()
})

test('an administrator chooses several and decides once', async () => {
  server.confirm.mockResolvedValue(administrator)
  answer({ issueBulk: ({ numbers }) => ({ done: numbers, refused: [] }) })
  const { user } = renderRoute('/issues', { as: administrator })
  await listed()
  await user.keyboard('jxjj{Shift>}X{/Shift}')
  const bar = await screen.findByRole('region', { name: 'Selected issues' })
  expect(bar).toHaveTextContent('3 selected')
  await user.click(within(bar).getByRole('button', { name: 'Assign' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Assign to me' }))
  await waitFor(() =>
    expect(asked('issueBulk')).toEqual([
      { command: 'issueAssign', numbers: [418, 412, 427], params: { user: 'me' } },
    ]),
  )
})

test('several are accepted in the list: bugs with a grade, everything else without', async () => {
  server.confirm.mockResolvedValue(administrator)
  answer({
    searchIssues: () => ({
      rows: ROWS.slice(0, 2).map((row, order) => Object.assign({}, row, { kind: order ? 'idea' : 'bug' })),
      next: null,
      total: 2,
      totalIsFloor: false,
    }),
    issueBulk: ({ numbers }) => ({ done: numbers, refused: [] }),
  })
  const { user } = renderRoute('/issues', { as: administrator })
  await listed()
  await user.keyboard('jx')
  const bar = await screen.findByRole('region', { name: 'Selected issues' })
  await user.click(within(bar).getByRole('button', { name: 'All in the list' }))
  await user.click(within(bar).getByRole('button', { name: 'Accept' }))
  await user.click(await screen.findByRole('menuitem', { name: /as S2/ }))
  await waitFor(() => expect(asked('issueBulk')).toHaveLength(2))
  expect(asked('issueBulk').map(({ params }) => params)).toEqual([{ severity: 'S2' }, {}])
})

test('a user who comes back to the list goes on from the row they left', async () => {
  const { user, router } = renderRoute('/issues', { as: tester })
  await listed()
  const left = String(ROWS[1]?.number)
  await user.keyboard('jjo')
  await waitFor(() => expect(router.state.location.pathname).toBe(`/issues/${left}`))
  router.history.back()
  await listed()
  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-issue', left))
})

test('a tester has nothing to choose with', async () => {
  renderRoute('/issues', { as: tester })
  await listed()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('link', { name: /Triage/ })).toBeNull()
})

test('a search is kept on the server, and an administrator may share it', async () => {
  server.confirm.mockResolvedValue(administrator)
  const { user } = renderRoute('/issues?q=is:open%20area:swap', { as: administrator })
  await user.click(await screen.findByRole('button', { name: 'Saved' }))
  expect(await screen.findByRole('menuitem', { name: 'Wallet trouble' })).toBeInTheDocument()
  await user.click(screen.getByRole('menuitem', { name: 'Save this search…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save this search' })
  await user.type(within(dialog).getByLabelText('Name'), 'Swap')
  await user.click(within(dialog).getByRole('checkbox', { name: 'Share with everyone' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(asked('savedViewSave')).toEqual([
      { name: 'Swap', query: 'is:open area:swap', sort: 'activity', shared: true },
    ]),
  )
})

test('the search of the header finds issues, people and commands in one list', async () => {
  // jsdom scrolls nothing.
  Element.prototype.scrollIntoView ??= () => undefined
  server.confirm.mockResolvedValue(administrator)
  answer({
    searchIssues: () => ({
      rows: ROWS.filter(({ number }) => number === 402),
      next: null,
      total: 1,
      totalIsFloor: false,
    }),
  })
  const { user, router } = renderRoute('/issues', { as: administrator })
  await listed()
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('option', { name: /Go to Leaderboard/ })).toBeInTheDocument()
  await user.type(screen.getByPlaceholderText('Search or jump to…'), 'jun')
  expect(await screen.findByRole('option', { name: /^@juno/ })).toBeInTheDocument()
  await user.click(await screen.findByRole('option', { name: /#402 Approval is skipped/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/issues/402'))
})

test('a tester finds the people of the leaderboard', async () => {
  const { user, router } = renderRoute('/issues', { as: tester })
  await listed()
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByPlaceholderText('Search or jump to…'), '@ka')
  await user.click(await screen.findByRole('option', { name: /^@kai/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/u/kai'))
  expect(asked('standingsFind')).toEqual([{ name: 'ka' }])
  expect(asked('people')).toEqual([])
})

test('the row that was clicked is where one is on coming back', async () => {
  const { user, router } = renderRoute('/issues', { as: tester })
  await user.click(await title('Swap gives 3 % less than quoted on two-hop routes'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/issues/412'))
  act(() => router.history.back())
  await listed()
  const row = await title('Swap gives 3 % less than quoted on two-hop routes')
  await waitFor(() => expect(row.closest('[aria-current]')).not.toBeNull())
  expect(row).toHaveFocus()
})

test('on a phone what is typed into the search takes the place of what stood there', async () => {
  screenIs.narrow = true
  const { user } = renderRoute('/issues', { as: tester })
  await listed()
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(screen.getByRole('combobox')).toHaveFocus()
  await user.keyboard('is:open permit')
  expect(screen.getByRole('combobox')).toHaveValue('is:open permit')
})

test('in a narrow window the slash leads to the search too', async () => {
  screenIs.narrow = true
  const { user } = renderRoute('/issues', { as: tester })
  await listed()
  await user.keyboard('/')
  expect(screen.getByRole('combobox')).toHaveFocus()
})

test('a bare number finds the issue of that number, and Enter opens it', async () => {
  Element.prototype.scrollIntoView ??= () => undefined
  answer({
    searchIssues: ({ query }) => ({
      rows: query === '#402' ? ROWS.filter(({ number }) => number === 402) : [],
      next: null,
      total: 0,
      totalIsFloor: false,
    }),
  })
  const { user, router } = renderRoute('/issues', { as: tester })
  await screen.findByRole('heading', { level: 1, name: 'Issues' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByPlaceholderText('Search or jump to…'), '402')
  const found = await screen.findByRole('option', { name: /#402 Approval is skipped/ })
  await waitFor(() => expect(found).toHaveAttribute('aria-selected', 'true'))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.pathname).toBe('/issues/402'))
})
