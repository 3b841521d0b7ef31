// What happens elsewhere is seen here, and moves nothing.
import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ROWS, QUEUE } from '#test/fixtures/rows'
import { fakeLive } from '#test/fake-live'
import { issueServer } from '#test/issue-server'
import { administrator, renderRoute, tester } from '#test/render-route'
import { imagine } from '#test/fixtures/answers'

const { server, answer, asked } = issueServer()
vi.mock('#/backend/parse-client', () => ({ connectTo: () => server }))

let live: ReturnType<typeof fakeLive>

// The first to ask for a page waits for all its modules; that is not what the tests measure.
beforeAll(
  () =>
    Promise.all([
      import('#/features/issues/list/IssuesScreen'),
      import('#/features/issues/page/IssueScreen'),
      import('#/features/issues/triage/TriageScreen'),
      import('#/features/leaderboard/Leaderboard'),
      import('#/features/dashboard/TesterDashboard'),
      import('#/features/dashboard/AdminDashboard'),
    ]),
  120_000,
)

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(59)
  live = fakeLive()
  server.run.mockReset()
  server.confirm.mockResolvedValue(tester)
  answer()
})

const date = (iso: string) => ({ __type: 'Date', iso })
const pointer = (className: string, objectId: string) => ({ __type: 'Pointer', className, objectId })

/** A row of the fixtures as an object of the class. */
function object(number: number, change: object = {}) {
  const row = ROWS.find(each => each.number === number) ?? ROWS[0]
  const { id, build, reporter, submittedAt, lastActivityAt, kind, title, area, status, severity, voteCount } =
    row as NonNullable<typeof row> & { severity: string }
  return {
    objectId: id,
    number,
    kind,
    title,
    area,
    status,
    severity,
    voteCount,
    tags: [],
    buildReported: pointer('Build', build.id),
    reporter: pointer('_User', reporter.id),
    submittedAt: date(submittedAt),
    lastActivityAt: date(lastActivityAt),
    ...change,
  }
}

const [FIRST] = ROWS as [(typeof ROWS)[number]]
const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li') as HTMLElement

test('a row of the list changes in place, without a question to the server', async () => {
  renderRoute('/issues', { as: tester })
  const row = await rowOf(FIRST.title)
  const questions = asked('searchIssues').length
  await live.tell('Issue', 'update', object(FIRST.number, { voteCount: 77 }), object(FIRST.number))
  expect(await within(row).findByRole('button', { name: 'Affects me, 77' })).toBeInTheDocument()
  expect(asked('searchIssues')).toHaveLength(questions)
})

test('a new issue is counted, the rows stay, and a press shows it', async () => {
  const { user } = renderRoute('/issues', { as: tester })
  await rowOf(FIRST.title)
  const titles = () => screen.getAllByRole('listitem').map(each => each.textContent)
  const before = titles()
  const list = imagine('searchIssues', { query: 'is:open' }) as { rows: object[]; total: number }
  const newcomer = { ...FIRST, id: 'issue-999', number: 999, title: 'Quote never comes' }
  answer({ searchIssues: () => ({ ...list, rows: [newcomer, ...list.rows], total: list.total + 1 }) })
  await live.tell('Issue', 'create', object(999, { title: 'Quote never comes' }))
  const news = await screen.findByRole('button', { name: '1 new – show' })
  expect(titles()).toEqual(before)
  await user.click(news)
  expect(await rowOf('Quote never comes')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('button', { name: /new – show/ })).toBeNull())
})

test('what leaves the list dims and stays where it is', async () => {
  renderRoute('/issues', { as: tester })
  const row = await rowOf(FIRST.title)
  const place = row.getAttribute('aria-posinset')
  await live.tell('Issue', 'delete', object(FIRST.number))
  expect(await within(row).findByText('No longer in this list')).toBeInTheDocument()
  expect(row.getAttribute('aria-posinset')).toBe(place)
})

test('an issue that is closed elsewhere says so, and dims in a list of open ones', async () => {
  renderRoute('/issues', { as: tester })
  const row = await rowOf(FIRST.title)
  const closed = object(FIRST.number, { status: 'closed', resolution: 'working_as_intended' })
  await live.tell('Issue', 'update', closed, object(FIRST.number))
  expect(await within(row).findByText('No longer in this list')).toBeInTheDocument()
  expect(row).not.toHaveTextContent('Confirmed')
})

test('a comment of somebody else has the timeline asked for again, once for many', async () => {
  renderRoute(`/issues/${FIRST.number}`, { as: tester })
  await screen.findByRole('heading', { name: new RegExp(FIRST.title) })
  await waitFor(() => expect(live.classes()).toContain('Comment'))
  const [followed] = live.queriesOf('Comment')
  expect(followed?.where).toEqual({ issue: pointer('Issue', FIRST.id) })
  await waitFor(() => expect(asked('issueTimeline')).toHaveLength(1))
  for (let comment = 0; comment < 5; comment += 1) await live.tell('Comment', 'create', {})
  await waitFor(() => expect(asked('issueTimeline')).toHaveLength(2))
})

test('after the connection was lost what is shown is asked for again', async () => {
  renderRoute(`/issues/${FIRST.number}`, { as: tester })
  await screen.findByRole('heading', { name: new RegExp(FIRST.title) })
  await waitFor(() => expect(asked('issueTimeline')).toHaveLength(1))
  await live.ready()
  await waitFor(() => expect(asked('issueTimeline')).toHaveLength(2))
  await waitFor(() => expect(asked('issueGet').length).toBeGreaterThan(1))
})

test('who else looks at a case is said at once, and no longer when they leave', async () => {
  server.confirm.mockResolvedValue(administrator)
  answer({ triageLook: () => ({ lookers: [] }), triageLeave: () => ({}) })
  renderRoute('/issues/triage', { as: administrator })
  const first = QUEUE[0] as (typeof QUEUE)[number]
  await screen.findByRole('heading', { level: 2, name: first.title })
  expect(await screen.findByText('only you are looking')).toBeInTheDocument()
  const viewer = { issue: pointer('Issue', first.id), person: pointer('_User', 'jules'), username: 'jules' }
  await live.tell('IssueViewer', 'create', viewer)
  expect(await screen.findByText('@jules is looking at this.')).toBeInTheDocument()
  await live.tell('IssueViewer', 'delete', viewer)
  await waitFor(() => expect(screen.queryByText('@jules is looking at this.')).toBeNull())
})

test('a case that another administrator decides stays in hand, and is marked', async () => {
  server.confirm.mockResolvedValue(administrator)
  answer({ triageLook: () => ({ lookers: [] }) })
  renderRoute('/issues/triage', { as: administrator })
  const [first, second] = QUEUE as [(typeof QUEUE)[number], (typeof QUEUE)[number]]
  await screen.findByRole('heading', { level: 2, name: first.title })
  const queue = () => within(screen.getByRole('list', { name: 'Waiting reports' })).getAllByRole('listitem')
  answer({
    triageLook: () => ({ lookers: [] }),
    triageQueue: () => ({ rows: QUEUE.slice(1), waiting: 22, dueSoon: 1, lookers: {} }),
  })
  const decided = { ...object(first.number), number: first.number, status: 'confirmed' }
  await live.tell('Issue', 'update', decided, { ...decided, status: 'new' })
  expect(await screen.findByText('Already decided: Confirmed')).toBeInTheDocument()
  await waitFor(() => expect(asked('triageQueue').length).toBeGreaterThan(1))
  expect(screen.getByRole('heading', { level: 2, name: first.title })).toBeInTheDocument()
  await waitFor(() => expect(queue()[0]).toHaveTextContent('Confirmed'))
  expect(queue()[0]).toHaveTextContent(first.title)
  expect(queue()[1]).toHaveTextContent(second.title)
})

test('leaving a case says so', async () => {
  server.confirm.mockResolvedValue(administrator)
  answer({ triageLook: () => ({ lookers: [] }), triageLeave: () => ({}) })
  const { user } = renderRoute('/issues/triage', { as: administrator })
  const first = QUEUE[0] as (typeof QUEUE)[number]
  await screen.findByRole('heading', { level: 2, name: first.title })
  await screen.findByText('only you are looking')
  await user.keyboard('j')
  await waitFor(() => expect(asked('triageLeave')).toEqual([{ number: first.number }]))
})

interface Board {
  rows: { rank: number; total: number; isMe?: boolean; person: { username: string | null } }[]
}

test('numbers of the board change under the pointer, and its order when the pointer has left', async () => {
  const board = imagine('standingsTop') as Board
  const few = { ...board, rows: board.rows.filter(({ rank }) => rank === 1 || rank === 3 || rank === 4) }
  answer({ standingsTop: () => few })
  const { user } = renderRoute('/leaderboard', { as: tester })
  const names = () =>
    screen
      .getAllByRole('row')
      .map(each => /Rank \d+, ([^,]+),/.exec(each.getAttribute('aria-label') ?? '')?.[1])
      .filter(Boolean)
      .slice(0, 3)
  await screen.findAllByRole('row', { name: /^Rank/ })
  const before = names()
  const [one, two, three] = few.rows as [Board['rows'][number], Board['rows'][number], Board['rows'][number]]
  await user.hover(screen.getAllByRole('row', { name: /^Rank/ })[0] as HTMLElement)
  answer({
    standingsTop: () => ({
      ...few,
      rows: [{ ...two, rank: 1, total: 99_999 }, { ...one, rank: 2 }, three],
    }),
  })
  await live.tell('SeasonPulse', 'update', {})
  expect(await screen.findByRole('row', { name: /99,999 points/ })).toBeInTheDocument()
  expect(names()).toEqual(before)
  const refresh = screen.getByRole('button', { name: 'Refresh order' })
  expect(refresh.parentElement).not.toHaveClass('invisible')
  await user.unhover(screen.getAllByRole('row', { name: /^Rank/ })[0] as HTMLElement)
  await user.hover(refresh)
  await waitFor(() => expect(names()).toEqual([before[1], before[0], before[2]]))
})

test('the dashboard of a tester is asked for when something becomes of an own report, or of own points', async () => {
  renderRoute('/', { as: tester })
  await screen.findByRole('heading', { name: /Waiting for you/ })
  await waitFor(() => expect(live.classes()).toContain('PointsPulse'))
  const before = asked('dashboardTester').length
  const own = object(FIRST.number, { reporter: pointer('_User', 'rin'), status: 'confirmed' })
  await live.tell('Issue', 'update', own, { ...own, status: 'new' })
  await waitFor(() => expect(asked('dashboardTester')).toHaveLength(before + 1))
  await live.tell('PointsPulse', 'update', {})
  await waitFor(() => expect(asked('dashboardTester')).toHaveLength(before + 2))
})

test('the figures of an administrator follow a new report', async () => {
  server.confirm.mockResolvedValue(administrator)
  renderRoute('/', { as: administrator })
  await waitFor(() => expect(asked('dashboardAdmin')).toHaveLength(1))
  await waitFor(() => expect(live.classes()).toContain('FailureCluster'))
  await live.tell('Issue', 'create', object(999))
  await waitFor(() => expect(asked('dashboardAdmin')).toHaveLength(2))
})
