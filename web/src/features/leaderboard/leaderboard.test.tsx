// The pages come with the test, not within the time of its first case.
import '#/features/leaderboard/Leaderboard'
import '#/features/leaderboard/RuleBook'
import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Problem } from '#/backend/problem'
import type { User } from '#/backend/user'
import type { Season } from '#/entities/season/schema'
import { readBoard } from '#/features/leaderboard/api'
import { ranksWithin } from '#/features/leaderboard/BoardPlots'
import { administrator, renderRoute, tester } from '#test/render-route'
import { imaginedServer } from '#test/imagined-server'
import { imagine } from '#test/fixtures/answers'

const imagined = vi.hoisted(() => ({ current: undefined as ReturnType<typeof imaginedServer> | undefined }))
vi.mock('#/backend/parse-client', () => ({ connectTo: () => imagined.current?.server }))
const whole = (imagined.current = imaginedServer())
// A hundred rows are slow to search by role; a dozen and one's own say as much.
const server = {
  ...whole,
  begin(user: User) {
    const as = whole.begin(user)
    const board = imagine('standingsTop') as { rows: { rank: number; isMe: boolean }[] }
    whole.answer('standingsTop', {
      ...board,
      rows: board.rows.filter(({ rank, isMe }) => rank <= 12 || isMe),
    })
    return as
  },
}

const row = (name: RegExp) => screen.findByRole('row', { name })

test('the own row is on the board, with the word', async () => {
  renderRoute('/leaderboard', server.begin(tester))
  const own = await row(/Rank 38, rin/)
  expect(within(own).getByText('you')).toBeInTheDocument()
  expect(own).toHaveTextContent('412')
})

test('a hidden tester has a place and no name', async () => {
  renderRoute('/leaderboard', server.begin(tester))
  expect(within(await row(/Rank 2, Hidden tester/)).queryByRole('link')).toBeNull()
})

test('the board is one stop of Tab, and arrows lead from row to row', async () => {
  const { user } = renderRoute('/leaderboard', server.begin(tester))
  const first = await row(/Rank 1, kai/)
  const stops = screen.getAllByRole('row').filter(each => each.tabIndex === 0)
  expect(stops).toEqual([first])
  expect(within(first).queryByRole('link')).toBeNull()
  first.focus()
  await user.keyboard('{ArrowDown}')
  expect(await row(/^Rank 2,/)).toHaveFocus()
})

test('all that the board shows is asked for at once, before the running season is known', async () => {
  server.begin(tester)
  const client = new QueryClient()
  // Nothing is answered: a request that waits for an answer is never made.
  whole.server.run.mockReset()
  whole.server.run.mockImplementation(() => new Promise(() => undefined))
  void readBoard(client, undefined, {})
  await waitFor(() =>
    expect(whole.server.run.mock.calls.map(([name]) => name).toSorted()).toEqual([
      'myFairness',
      'seasons',
      'standingPlots',
      'standingsTop',
    ]),
  )
})

test('a page of the board has twenty places, and five pages share an answer', async () => {
  const as = server.begin(tester)
  const [first] = (imagine('standingsTop') as { rows: object[] }).rows
  const rows = Array.from({ length: 100 }, (_, place) => ({
    ...first,
    rank: place + 1,
    isMe: false,
    person: { id: `user-${place}`, username: `tester${place}` },
  }))
  whole.answer('standingsTop', { ...(imagine('standingsTop') as object), rows, me: null, total: 400 })
  const { user } = renderRoute('/leaderboard?page=5', as)
  expect(await row(/^Rank 81,/)).toBeInTheDocument()
  expect(screen.queryByRole('row', { name: /^Rank 80,/ })).toBeNull()
  expect(server.asked('standingsTop')).toEqual({ page: 1 })
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(server.asked('standingsTop')).toEqual({ page: 2 }))
})

test('the ranks of a season that has ended end with it', () => {
  const season = { startsAt: '2026-09-01T00:00:00.000Z', endsAt: '2026-09-30T12:00:00.000Z' } as Season
  const days = ['2026-08-31', '2026-09-01', '2026-09-30', '2026-10-01'].map(day => ({ day, rank: 1 }))
  expect(ranksWithin(days, season).map(({ day }) => day)).toEqual(['2026-09-01', '2026-09-30'])
})

test('around me shows the first places, the neighbours, and how many are between', async () => {
  const { user, router } = renderRoute('/leaderboard', server.begin(tester))
  await user.click(await screen.findByRole('radio', { name: 'Around me' }))
  expect(await screen.findByText('22 more between')).toBeInTheDocument()
  expect(await row(/Rank 37, lio/)).toBeInTheDocument()
  expect(router.state.location.href).toBe('/leaderboard?view=around')
})

test('the own ledger says why, and strikes through what was reversed', async () => {
  // What is drawn depends on the height of the drawer, of which jsdom knows nothing.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(640)
  const { user } = renderRoute('/leaderboard', server.begin(tester))
  await user.click(await row(/Rank 38, rin/))
  const drawer = await screen.findByRole('complementary', { name: 'Your ledger' })
  expect(await within(drawer).findByText(/two co-finders hold 37 and 18/)).toBeInTheDocument()
  const reversed = within(drawer).getByText('+30')
  expect(reversed.tagName).toBe('DEL')
  expect(within(drawer).getByText('−30')).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(drawer).not.toBeInTheDocument())
})

test('of others only the sums are shown', async () => {
  const { user } = renderRoute('/leaderboard', server.begin(tester))
  await user.click(await row(/Rank 1, kai/))
  const drawer = await screen.findByRole('complementary', { name: '@kai' })
  expect(await within(drawer).findByText('bug.S1')).toBeInTheDocument()
  expect(server.asked('pointsBreakdown')).toEqual({ season: 2, user: 'user-kai' })
})

test('a name is looked for on the server', async () => {
  const { user } = renderRoute('/leaderboard', server.begin(tester))
  await user.type(await screen.findByRole('searchbox', { name: 'Find tester' }), '@kai')
  await waitFor(() => expect(server.asked('standingsFind')).toEqual({ name: 'kai' }))
  await waitFor(() => expect(screen.queryByRole('row', { name: /Rank 3, juno/ })).toBeNull())
})

test('standings that do not come leave the plots alone, and can be asked for again', async () => {
  const as = server.begin(tester)
  server.answer('standingsTop', new Problem(142, 'BROKEN: The board is being rebuilt.', { requestId: 'abc' }))
  const { user } = renderRoute('/leaderboard', as)
  expect(await screen.findByText('Couldn’t load the standings.')).toBeInTheDocument()
  expect(screen.getByText(/The board is being rebuilt\./)).toBeInTheDocument()
  expect(await screen.findByRole('heading', { name: 'Distribution of points' })).toBeInTheDocument()
  server.begin(tester)
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await row(/Rank 1, kai/)).toBeInTheDocument()
})

test('a board without points is explained, with a way to the rules', async () => {
  const as = server.begin(tester)
  server.answer('standingsTop', { total: 0, rows: [], me: null })
  renderRoute('/leaderboard', as)
  expect(await screen.findByRole('heading', { name: 'No points yet.' })).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'See the rules' })).toHaveAttribute('href', '/leaderboard/rules')
})

test('an administrator has no place of their own', async () => {
  const as = server.begin(administrator)
  server.answer('standingsTop', { total: 0, rows: [], me: null })
  renderRoute('/leaderboard', as)
  await screen.findByRole('heading', { name: 'No points yet.' })
  expect(screen.queryByRole('radio', { name: 'Around me' })).toBeNull()
})

test('the rules say every number, what changed, and what a report would pay', async () => {
  const { user } = renderRoute('/leaderboard/rules', server.begin(tester))
  expect(await screen.findByRole('row', { name: /Confirmed, Major/ })).toHaveTextContent('150')
  const versions = screen.getByRole('list', { name: 'Versions of the rules' })
  expect(versions).toHaveTextContent(/v2\s*to come.*Majors pay more, trivia less\./)
  expect(await screen.findByText('37')).toBeInTheDocument()
  await user.click(screen.getByRole('tab', { name: 'Manual entries' }))
  expect(
    await screen.findByText('Helped two testers through the network change on a call.'),
  ).toBeInTheDocument()
})

test('a season that never was is not found', async () => {
  renderRoute('/leaderboard/seasons/9', server.begin(tester))
  expect(await screen.findByText('Season 9 does not exist.')).toBeInTheDocument()
})

test('one tester is one tester', async () => {
  const as = server.begin(tester)
  whole.answer('standingsTop', { ...(imagine('standingsTop') as object), total: 1 })
  renderRoute('/leaderboard', as)
  expect(await screen.findByText('1 tester')).toBeInTheDocument()
})
