// What one person does is seen by the other, in another window, at once, and nothing moves under the pointer.
import type { Browser, Locator, Page } from '@playwright/test'
import { enter, expect, expectAccessible, type OwnServer, settled, test } from './fixtures.ts'
import { openProgramme, PERMIT, type Programme, trusted } from './fixtures/seed.ts'
import { type Person, person, runAs } from './people.ts'

// On a machine that does nothing else within a second; other work may take the processors away for longer.
const SOON = process.env['TOUCHSTONE_IDLE'] === '1' ? 1000 : 10_000

/** A window of one's own. */
async function open(browser: Browser, who: Person, path: string, server: string, width = 1440) {
  const context = await browser.newContext({
    colorScheme: 'dark',
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  })
  const page = await context.newPage()
  await enter(page, who, path, server)
  await settled(page)
  return page
}

/** Until changes are told. */
const isLive = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-live', 'open')

/** How many websockets were opened at a server. */
const sockets = ({ log }: OwnServer) => log().match(/"status":101/g)?.length ?? 0

const top = async (locator: Locator) => Math.round((await locator.boundingBox())?.y ?? Number.NaN)

/** How long it took, said in the list of tests. */
async function seen(what: string, see: Promise<unknown>, since: number) {
  await see
  test.info().annotations.push({ type: what, description: `${Date.now() - since} ms` })
}

async function programme({ address: server }: OwnServer) {
  const opened = await openProgramme({ server, username: 'mia' })
  return { opened, mia: opened.admin, rin: await trusted('rin', opened) }
}

const accept = ({ admin, server }: Programme, number: number) =>
  runAs(admin, 'issueAccept', { number, severity: 'S2', quality: 'B' }, server)

test('the list: rows change in place, and what is new waits to be shown', async ({ browser, ownServer }) => {
  const { opened, rin } = await programme(ownServer)
  const kai = await trusted('kai', opened)
  await opened.report(kai, PERMIT)
  const number = await opened.report(rin, { ...PERMIT, title: 'Balance stays old after a swap' })
  const page = await open(browser, rin, '/issues', ownServer.address)
  const row = page.getByRole('listitem').filter({ hasText: 'Balance stays old' })
  await row.hover()
  await isLive(page)
  const [place, other] = [await top(row), page.getByRole('listitem').filter({ hasText: PERMIT.title })]
  const otherPlace = await top(other)

  let since = Date.now()
  await accept(opened, number)
  await seen('status in the list', expect(row).toContainText('Confirmed', { timeout: SOON }), since)

  since = Date.now()
  await opened.report(kai, { ...PERMIT, title: 'Slippage field takes a negative number' })
  const news = page.getByRole('button', { name: '1 new – show' })
  await seen('a new issue', expect(news).toBeVisible({ timeout: SOON }), since)
  expect([await top(row), await top(other)]).toEqual([place, otherPlace])
  await expectAccessible(page)

  await news.click()
  await expect(page.getByRole('link', { name: 'Slippage field takes a negative number' })).toBeVisible()
  await expect(news).toBeHidden()

  await runAs(
    opened.admin,
    'issueClose',
    { number, resolution: 'working_as_intended', reason: 'It is meant to wait for the block.' },
    ownServer.address,
  )
  await expect(row.getByText('No longer in this list')).toBeAttached({ timeout: SOON })
})

test('the page of an issue: comments and status come, and what is being written stays where it is', async ({
  browser,
  ownServer,
}) => {
  const { opened, mia, rin } = await programme(ownServer)
  const number = await opened.report(rin, PERMIT)
  for (const line of ['One.', 'Two.', 'Three.', 'Four.'])
    await runAs(mia, 'commentAdd', { number, body: `${line} We look at it.` }, ownServer.address)
  const page = await open(browser, rin, `/issues/${number}`, ownServer.address)
  const field = page.getByLabel('Comment', { exact: true })
  await field.click()
  await field.fill('I tried it again with')
  await isLive(page)
  const place = await top(field)

  let since = Date.now()
  await runAs(
    mia,
    'commentAdd',
    { number, body: 'Does it happen with a fresh permit too?' },
    ownServer.address,
  )
  const comment = page.getByText('Does it happen with a fresh permit too?')
  await seen('a comment', expect(comment).toBeAttached({ timeout: SOON }), since)
  expect(Math.abs((await top(field)) - place)).toBeLessThanOrEqual(1)

  since = Date.now()
  await accept(opened, number)
  await seen('the status', expect(page.getByText('Confirmed').first()).toBeAttached({ timeout: SOON }), since)
  await expect.poll(async () => Math.abs((await top(field)) - place)).toBeLessThanOrEqual(1)
  await expect(field).toHaveValue('I tried it again with')
})

test('triage: who else looks is said at once, what they decide is marked, and the queue stays', async ({
  browser,
  ownServer,
}) => {
  const { opened, mia, rin } = await programme(ownServer)
  const jules = await person({ username: 'jules', isAdmin: true, server: ownServer.address })
  for (const title of ['First thing', 'Second thing', 'Third thing'])
    await opened.report(rin, { ...PERMIT, title })
  const page = await open(browser, mia, '/issues/triage', ownServer.address)
  await expect(page.getByText('only you are looking')).toBeVisible()
  await isLive(page)
  const queue = page.getByRole('list', { name: 'Waiting reports' }).getByRole('listitem')
  const first = await queue.first().textContent()
  await queue.nth(1).hover()
  const places = [await top(queue.nth(0)), await top(queue.nth(1)), await top(queue.nth(2))]

  let since = Date.now()
  const other = await open(browser, jules, '/issues/triage', ownServer.address)
  await expect(other.getByText('@mia is looking at this.')).toBeVisible()
  await seen(
    'who looks',
    expect(page.getByText('@jules is looking at this.')).toBeVisible({ timeout: SOON }),
    since,
  )

  since = Date.now()
  await other.keyboard.press('1')
  await other.keyboard.press('s')
  await seen(
    'a decision',
    expect(page.getByText('Already decided: Confirmed')).toBeVisible({ timeout: SOON }),
    since,
  )
  await expect(page.getByText('@jules is looking at this.')).toBeHidden({ timeout: SOON })
  expect(await queue.first().textContent()).toContain(first?.slice(0, 12) ?? '')
  await opened.report(rin, { ...PERMIT, title: 'Fourth thing' })
  await expect(queue).toHaveCount(4, { timeout: SOON })
  expect([await top(queue.nth(0)), await top(queue.nth(1)), await top(queue.nth(2))]).toEqual(places)
  await expectAccessible(page)
})

test('dashboards: figures follow what happens', async ({ browser, ownServer }) => {
  const { opened, mia, rin } = await programme(ownServer)
  const number = await opened.report(rin, PERMIT)
  const [desk, own] = [
    await open(browser, mia, '/', ownServer.address),
    await open(browser, rin, '/', ownServer.address),
  ]
  for (const each of [desk, own]) await isLive(each)
  const reports = own.getByRole('listitem').filter({ hasText: PERMIT.title })
  await reports.hover()
  const place = await top(reports)

  let since = Date.now()
  await accept(opened, number)
  await seen('own report', expect(reports).toContainText('Confirmed', { timeout: SOON }), since)
  expect(await top(reports)).toBe(place)

  since = Date.now()
  await opened.report(rin, { ...PERMIT, title: 'Something else entirely' })
  const waiting = desk
    .getByRole('main')
    .getByRole('link', { name: /waiting/i })
    .first()
  await seen('the queue', expect(waiting).toContainText('1', { timeout: SOON }), since)
})

test('the leaderboard: numbers roll under the pointer, the order waits', async ({ browser, ownServer }) => {
  const { opened, mia, rin } = await programme(ownServer)
  const kai = await trusted('kai', opened)
  const give = (to: Person, amount: number) =>
    runAs(
      mia,
      'pointsAdjust',
      { user: to.objectId, amount, reason: 'Helped two testers on a call.', rule: 'manual' },
      ownServer.address,
    )
  await give(kai, 40)
  await give(rin, 30)
  const page = await open(browser, rin, '/leaderboard', ownServer.address)
  const rows = page.getByRole('row', { name: /^Rank \d/ })
  await expect(rows.first()).toHaveAccessibleName(/kai, 40 points/)
  await rows.first().hover()
  await isLive(page)
  const place = await top(rows.nth(1))

  const since = Date.now()
  await give(rin, 25)
  const own = page.getByRole('row', { name: /rin, 55 points/ })
  await seen('own points', expect(own).toBeVisible({ timeout: SOON * 2 }), since)
  await expect(rows.first()).toHaveAccessibleName(/kai, 40 points/)
  expect(await top(own)).toBe(place)
  const refresh = page.getByRole('button', { name: 'Refresh order' })
  await expect(refresh).toBeVisible()
  await expectAccessible(page)
  await page.mouse.move(5, 500)
  await expect(rows.first()).toHaveAccessibleName(/rin, 55 points/)
  await expect(refresh).toBeHidden()
})

test('two tabs of one person share a socket; signing out closes it', async ({ browser, ownServer }) => {
  const { opened, rin } = await programme(ownServer)
  const number = await opened.report(rin, PERMIT)
  const page = await open(browser, rin, '/issues', ownServer.address)
  const other = await page.context().newPage()
  await other.goto(`${ownServer.address}/issues/${number}`)
  await settled(other)
  await isLive(page)
  await accept(opened, number)
  for (const tab of [page, other])
    await expect(tab.getByRole('main').getByText('Confirmed').first()).toBeAttached({ timeout: SOON })
  expect(sockets(ownServer)).toBe(1)
  await opened.report(await trusted('kai', opened), { ...PERMIT, title: 'A fault that two of us have' })
  // The socket is of those tabs that are there: one of them always is.
  await page.goto(`${ownServer.address}/issues`)
  await isLive(page)
  await other.goto(`${ownServer.address}/issues`)
  await isLive(other)
  const affects = (tab: Page) =>
    tab
      .getByRole('listitem')
      .filter({ hasText: 'A fault that two of us have' })
      .getByRole('button', { name: /^Affects me/ })
  await affects(other).click()
  await expect(affects(page)).toHaveAttribute('aria-pressed', 'true', { timeout: SOON })
  const session = await browser.newBrowserCDPSession()
  const { targetInfos } = await session.send('Target.getTargets')
  expect(
    targetInfos.filter(({ type, url }) => type === 'shared_worker' && url.startsWith(ownServer.address)),
  ).toHaveLength(1)

  await other.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL(`${ownServer.address}/login`)
  await expect(page).toHaveURL(/login/)
  expect(sockets(ownServer)).toBe(1)
})

test('after the server was away it says so calmly, comes back by itself, and asks for what it missed', async ({
  browser,
  ownServer,
}) => {
  const { opened, mia, rin } = await programme(ownServer)
  const number = await opened.report(rin, PERMIT)
  const page = await open(browser, rin, `/issues/${number}`, ownServer.address)
  const phone = await open(browser, rin, `/issues/${number}`, ownServer.address, 390)
  await isLive(page)
  await ownServer.stop()
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar.getByText('Reconnecting…')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Reconnecting…' })).toHaveCount(1)
  await expect(phone.getByRole('status').getByText('Reconnecting…')).toBeVisible()
  await expectAccessible(phone)
  for (const theme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await phone.emulateMedia({ colorScheme: theme })
    await expectAccessible(page, 'colours')
    await page.screenshot({ path: test.info().outputPath(`reconnecting.${theme}.png`) })
    await phone.screenshot({ path: test.info().outputPath(`reconnecting.390.${theme}.png`) })
  }
  await ownServer.start()
  await runAs(mia, 'commentAdd', { number, body: 'Said while nobody could hear it.' }, ownServer.address)
  for (const each of [page, phone]) {
    await expect(each.getByText('Said while nobody could hear it.')).toBeAttached({ timeout: 60_000 })
    await expect(each.getByText('Reconnecting…').first()).toBeHidden()
  }
  await runAs(mia, 'commentAdd', { number, body: 'And said again.' }, ownServer.address)
  await expect(page.getByText('And said again.')).toBeAttached({ timeout: SOON })
})
