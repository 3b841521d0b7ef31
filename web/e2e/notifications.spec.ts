// What waits and what happened, for all involved: asked here, notified there, answered in place.
import { enter, expect, expectAccessible, expectNoComplaint, quiet, settled, test } from './fixtures.ts'
import { openProgramme, PERMIT, trusted } from './fixtures/seed.ts'
import { fresh, runAs } from './people.ts'

const bell = (count: number) =>
  count === 0 ? /^Inbox(, \d+ unread)?$/ : new RegExp(`^Inbox, ${count} waiting for you`)

test('a question reaches its reporter while they look, is answered in place, and the bell is quiet again', async ({
  page,
  ownServer: { address: server },
}) => {
  const programme = await openProgramme({ server })
  const rin = await trusted('rin', programme)
  const number = await programme.report(rin, PERMIT)
  await enter(page, rin, '/leaderboard/rules', server)
  await expect(page.getByRole('button', { name: bell(0) })).toBeVisible()

  await runAs(
    programme.admin,
    'issueAskInfo',
    { number, question: 'Which wallet, and which version?' },
    server,
  )
  await page.getByRole('button', { name: bell(1) }).click()
  await page.getByRole('link', { name: /^Open inbox/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  await expect(waiting.getByText('“Which wallet, and which version?”')).toBeVisible()
  await waiting.getByRole('textbox', { name: `Answer on #${number}` }).fill('Rabby 0.93, no Ledger.')
  await page.keyboard.press('Control+Enter')
  await expect(waiting.getByText('Done', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: bell(0) })).toBeVisible()

  const { issue } = await runAs(programme.admin, 'issueGet', { number }, server)
  expect(issue.status).not.toBe('needs_info')
})

test('a fix is checked from the inbox, and what others say comes as one row with a count', async ({
  page,
  ownServer: { address: server },
}) => {
  const programme = await openProgramme({ server })
  const rin = await trusted('rin', programme)
  const kai = await trusted('kai', programme)
  const juno = await trusted('juno', programme)
  const number = await programme.report(rin, PERMIT)
  for (const [who, body] of [
    [kai, 'Here as well.'],
    [juno, 'Only on Base.'],
    [kai, 'And on Sepolia.'],
  ] as const)
    await runAs(who, 'commentAdd', { number, body }, server)

  await enter(page, rin, '/notifications', server)
  const news = page.getByRole('region', { name: 'News' })
  const comments = news.getByRole('link', { name: new RegExp(`3 comments on #${number} by .*@kai`) })
  await expect(comments).toContainText('unread')
  await comments.click()
  await expect(page).toHaveURL(`${server}/issues/${number}`)
  await page.goto(`${server}/notifications`)
  await expect(comments).not.toContainText('unread')

  await runAs(programme.admin, 'issueAccept', { number, severity: 'S2', quality: 'A' }, server)
  await runAs(programme.admin, 'issueMarkFixed', { number, build: programme.build }, server)
  const waiting = page.getByRole('region', { name: 'Waiting for you' })
  const row = waiting.getByRole('listitem').filter({ hasText: `#${number} is fixed in 0.9.1` })
  await row.getByRole('button', { name: /^Works/ }).click()
  await expect(row.getByText('Done', { exact: true })).toBeVisible()
  const { myCheck } = await runAs(rin, 'issueGet', { number }, server)
  expect(myCheck.verdict).toBe('works')
})

test('keys alone: move, read all, stop a kind', async ({ page, ownServer: { address: server } }) => {
  const programme = await openProgramme({ server })
  const rin = await trusted('rin', programme)
  const kai = await trusted('kai', programme)
  const number = await programme.report(rin, PERMIT)
  await runAs(kai, 'commentAdd', { number, body: 'Here as well.' }, server)
  await enter(page, rin, '/', server)
  await quiet(page)
  await page.keyboard.press('g')
  await page.keyboard.press('n')
  const news = page.getByRole('region', { name: 'News' })
  const row = news.getByRole('listitem').filter({ hasText: `A comment on #${number} by @kai` })
  await expect(row).toBeVisible()
  await page.keyboard.press('j')
  await expect(row).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Shift+E')
  await expect(row).not.toContainText('unread')
  const saved = page.waitForResponse('**/functions/notifyPreferencesSet')
  await page.keyboard.press('u')
  expect((await saved).ok()).toBe(true)
  const { kinds } = await runAs(rin, 'notifyPreferencesGet', {}, server)
  const comment = kinds.find(({ kind }: { kind: string }) => kind === 'comment')
  expect(comment).toMatchObject({ app: false, mail: 'off', push: false, chat: false })
})

test('a release notifies all users it fixed something for, and says how many beforehand', async ({
  page,
  browser,
  ownServer: { address: server },
}) => {
  const programme = await openProgramme({ server })
  const [rin, kai] = [await trusted('rin', programme), await trusted('kai', programme)]
  const number = await programme.report(rin, PERMIT)
  await runAs(kai, 'issueVote', { number }, server)
  await runAs(programme.admin, 'issueAccept', { number, severity: 'S2', quality: 'A' }, server)
  await runAs(programme.admin, 'issueMarkFixed', { number, build: programme.build }, server)

  await enter(page, programme.admin, '/admin/settings/announcements', server)
  await page.getByRole('button', { name: 'Write the first' }).click()
  const dialog = page.getByRole('dialog', { name: 'New announcement' })
  await dialog.getByRole('radio', { name: 'Release' }).check()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('0.9.1 is out')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('The permit lasts **as long as it says**.')
  await dialog.getByRole('combobox', { name: 'Build' }).selectOption({ label: 'web 0.9.1' })
  await dialog.getByRole('textbox', { name: 'Fixed issues' }).fill(`#${number}`)
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('On dashboards until').fill(until)
  await expect(dialog.getByText('2 people will be notified.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  const publish = page.getByRole('dialog', { name: /^Publish/ })
  await expect(publish.getByText('2 people will be notified.')).toBeVisible()
  await publish.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(page.getByRole('row', { name: /0.9.1 is out/ })).toContainText('2 people')

  const desk = await (await browser.newContext()).newPage()
  await enter(desk, rin, '/', server)
  const pinned = desk.getByRole('region', { name: '0.9.1 is out' })
  await expect(pinned).toContainText(`Your reports were fixed in 0.9.1: #${number}.`)
  await desk.getByRole('button', { name: 'Dismiss: 0.9.1 is out' }).click()
  await expect(pinned).toBeHidden()
  await desk.goto(`${server}/notifications`)
  await expect(
    desk.getByRole('link', { name: new RegExp(`Your reports were fixed in 0.9.1: #${number}`) }),
  ).toBeVisible()
  await desk.context().close()
})

test('what reaches a person is chosen in their profile, and stays chosen', async ({
  page,
  ownServer: { address: server },
}) => {
  const programme = await openProgramme({ server })
  const rin = await trusted('rin', programme)
  await enter(page, rin, '/u/rin?tab=notifications', server)
  const presets = page.getByRole('group', { name: 'Preset' })
  await expect(presets.getByRole('radio', { name: 'Normal' })).toBeChecked()
  // A page that is reloaded takes a call that is under way with it.
  const saved = (choose: () => Promise<unknown>) =>
    Promise.all([page.waitForResponse(/\/functions\/notifyPreferencesSet$/), choose()])
  await page.locator('summary', { hasText: 'Customise' }).click()
  await saved(() => page.getByRole('combobox', { name: 'Comment by others, E-mail' }).selectOption('digest'))
  await saved(() => page.getByRole('combobox', { name: 'Delivery time' }).selectOption('17'))
  await settled(page)
  await page.reload()
  await page.locator('summary', { hasText: 'Customise' }).click()
  await expect(page.getByRole('combobox', { name: 'Comment by others, E-mail' })).toHaveValue('digest')
  await expect(page.getByRole('combobox', { name: 'Delivery time' })).toHaveValue('17')
  await saved(() => presets.getByRole('radio', { name: 'Quiet' }).click())
  await settled(page)
  await page.reload()
  await expect(presets.getByRole('radio', { name: 'Quiet' })).toBeChecked()
})

test('a webhook and a key are made, and each secret is shown once', async ({
  page,
  ownServer: { address: server },
}) => {
  const programme = await openProgramme({ server })
  await enter(page, await fresh(programme.admin, server), '/admin/settings/keys', server)
  await page.getByRole('button', { name: 'Create the first key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('CI')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const secret = page.getByRole('group', { name: 'API key', exact: true })
  await expect(secret).toHaveText(/^ts_(live|test)_[0-9A-Za-z]{38}$/)
  const key = (await secret.textContent()) ?? ''
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.reload()
  await expect(page.getByRole('row', { name: /CI/ })).toContainText(key.slice(0, 12))
  await expect(page.getByText(key)).toHaveCount(0)
})

test('a code in the address of the link page is gone before anything is shown', async ({ page, tester }) => {
  await enter(page, tester, '/link/discord?code=not-a-code&state=not-a-state')
  await expect(page.getByText('Discord was not linked.')).toBeVisible()
  expect(page.url()).not.toContain('not-a-code')
  await page.goBack().catch(() => undefined)
  expect(page.url()).not.toContain('not-a-code')
})

test('the pages of notifications are accessible in both themes, also on a phone', async ({
  page,
  ownServer: { address: server },
}) => {
  const programme = await openProgramme({ server })
  const rin = await trusted('rin', programme)
  const number = await programme.report(rin, PERMIT)
  await runAs(
    programme.admin,
    'issueAskInfo',
    { number, question: 'Which wallet, and which version?' },
    server,
  )
  const clean = expectNoComplaint(page)
  for (const [who, path, heading] of [
    [rin, '/notifications', 'Inbox'],
    [rin, '/u/rin?tab=notifications', '@rin'],
    [programme.admin, '/admin/settings/announcements', 'Announcements'],
    [programme.admin, '/admin/settings/notifications', 'E-mail'],
    [programme.admin, '/admin/settings/keys', 'API keys'],
    [programme.admin, '/admin/settings/webhooks', 'Webhooks'],
    [programme.admin, '/admin/settings/integrations', 'Chat and trackers'],
  ] as const) {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.setViewportSize({ width: 1440, height: 900 })
    await enter(page, who, path, server)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await settled(page)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await expectAccessible(page, 'colours')
    await page.setViewportSize({ width: 390, height: 844 })
    await settled(page)
    await expectAccessible(page)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(sideways, `${path} at 390 px`).toBe(false)
  }
  clean()
})
