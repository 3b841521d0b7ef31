// What administrators change in the settings, with the server that keeps it: each is seen again by whom it concerns.
import type { Page } from '@playwright/test'
import { enter, expect, expectAccessible, settled, signIn, test } from './fixtures.ts'
import { asOperator, type Person, person, runAs } from './people.ts'

const DAY = 86_400_000
const day = (from: number) => new Date(Date.now() + from * DAY).toISOString()

/** Opens a tab as an administrator of a server of one's own. */
async function open(page: Page, server: string, tab: string): Promise<Person> {
  const mia = await person({ name: 'mia', isAdmin: true, server })
  await enter(page, mia, `/admin/settings/${tab}`, server)
  await settled(page)
  return mia
}

test('builds are added, edited and retired, and the newest that is left is the current one', async ({
  page,
  ownServer: { address },
}) => {
  const mia = await open(page, address, 'builds')
  for (const version of ['0.4.1', '0.4.2']) {
    await page.getByRole('button', { name: /^Add/ }).first().click()
    const dialog = page.getByRole('dialog', { name: 'New build' })
    await dialog.getByLabel('Version').fill(version)
    await dialog.getByLabel('Commit').fill('9f30c1')
    await dialog.getByLabel('Notes').fill('Permits last longer.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add the build' }).click()
    await expect(page.getByRole('row', { name: version })).toContainText('current')
  }
  await expect(page.getByRole('row', { name: '0.4.1' })).toContainText('active')

  await page.getByRole('button', { name: 'Edit web 0.4.2' }).click()
  const dialog = page.getByRole('dialog', { name: 'Build 0.4.2' })
  await expect(dialog.getByLabel('Commit')).toHaveValue('9f30c1')
  await dialog.getByLabel('State').selectOption('retired')
  await dialog.getByLabel('Notes').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: '0.4.2' })).toContainText('retired')
  await expect(page.getByRole('row', { name: '0.4.2' })).not.toContainText('Permits last longer.')
  await expect(page.getByRole('row', { name: '0.4.1' })).toContainText('current')
  const { rows } = await runAs(mia, 'builds', {}, address)
  const now = rows.find(({ version }: { version: string }) => version === '0.4.2')
  expect(now).toMatchObject({ state: 'retired', notes: '', commit: '9f30c1', channel: 'web' })

  await page.goto(`${address}/issues/new`)
  await expect(page.getByLabel('Build').locator('option:checked')).toHaveText('web 0.4.1')

  await page.goto(`${address}/admin/settings/builds`)
  await page.getByRole('button', { name: 'Add a build' }).click()
  await page.getByLabel('Version').fill('no version')
  await page.getByRole('button', { name: 'Add the build' }).click()
  await expect(page.getByRole('alert')).toContainText('A version has 1 to 40 letters')
})

test('rules are tried on the last weeks, published with a note, and announced to testers', async ({
  page,
  ownServer: { address },
}) => {
  const mia = await person({ name: 'mia', isAdmin: true, server: address })
  await confirmedReports(mia, address)
  await enter(page, mia, '/admin/settings/scoring', address)
  await settled(page)
  await page.getByText('Change numbers').click()
  const trivial = page.getByRole('textbox', { name: /bug\.S4/ })
  await trivial.fill('a lot')
  await expect(page.getByText('A value is not a valid number.')).toBeVisible()
  await trivial.fill('30')
  const run = page.getByRole('region', { name: /Dry run/ })
  await expect(run).toContainText('issued, was 35')
  await expect(run.getByText('1 gains places')).toBeVisible()
  await expect(run.getByText('1 loses places')).toBeVisible()
  await expectAccessible(page)

  await trivial.fill('9000000')
  await expect(run.getByRole('alert').filter({ hasText: /\S/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish v2' })).toBeDisabled()
  await trivial.fill('30')
  await page.getByLabel('Note to testers').fill('Trivia are worth twice as much from now on.')
  await page.getByRole('button', { name: 'Publish v2' }).click()
  await expect(page.getByText('Rules v2 are published.')).toBeVisible()
  await expect(page.getByText(/Version 2 begins/)).toBeVisible()
  // The next draft goes on from what is published.
  if (!(await page.getByRole('textbox', { name: /bug\.S4/ }).isVisible()))
    await page.getByText('Change numbers').click()
  await expect(page.getByRole('textbox', { name: /bug\.S4/ })).toHaveValue('30')

  const rin = await person({ server: address })
  await enter(page, rin, '/leaderboard/rules', address)
  await expect(page.getByText('Trivia are worth twice as much from now on.')).toBeVisible()
})

/** Two testers and a confirmed report of each: a friction of the first, and a trivial fault of the second, which is worth less. */
async function confirmedReports(admin: Person, server: string) {
  const build = { channel: 'web', version: '0.4.1', releasedAt: day(-1) }
  const made = await runAs(admin, 'buildSave', build, server)
  const { areas } = await runAs(admin, 'programme', {}, server)
  for (const [kind, title, grade] of [
    ['friction', 'Four screens before a swap begins', {}],
    ['bug', 'The button says Swpa', { severity: 'S4' }],
  ] as const) {
    const tester = await person({ server })
    const report = {
      kind,
      title,
      body: 'Every time, and with every pair.',
      area: areas[0].key,
      build: made.build.id,
    }
    const { number } = await runAs(tester, 'issueSubmit', report, server)
    await runAs(admin, 'issueAccept', { number, quality: 'B', ...grade }, server)
  }
}

test('a season is planned, moved, opened and ended, and the board follows', async ({
  page,
  ownServer: { address },
}) => {
  await open(page, address, 'seasons')
  await page.getByRole('button', { name: 'Plan the first season' }).click()
  const planned = page.getByRole('dialog', { name: 'New season' })
  await planned.getByLabel('Name').fill('Winter')
  await planned.getByLabel('Begins, UTC').fill(day(-1).slice(0, 16))
  await planned.getByLabel('Ends, UTC').fill(day(-2).slice(0, 16))
  await planned.getByRole('button', { name: 'Save' }).click()
  await expect(planned.getByRole('alert')).toBeVisible()
  await planned.getByLabel('Ends, UTC').fill(day(30).slice(0, 16))
  await expectAccessible(page)
  await planned.getByRole('button', { name: 'Save' }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Winter' })
  await expect(line).toContainText('Planned')

  await line.getByRole('button', { name: 'Start…' }).click()
  const step = page.getByRole('dialog', { name: 'Winter' })
  await expect(step).toContainText('Only one season can run.')
  await step.getByRole('button', { name: 'Start now' }).click()
  await expect(line).toContainText('Running')
  await expect(line).toContainText(/ends in 29d|ends in 30d/)

  await line.getByRole('button', { name: 'Edit Winter' }).click()
  const edited = page.getByRole('dialog', { name: 'Winter' })
  await expect(edited.getByLabel('Begins, UTC')).toHaveAttribute('readonly')
  await edited.getByLabel('Name').fill('Deep winter')
  await edited.getByRole('button', { name: 'Save' }).click()
  const renamed = page.getByRole('listitem').filter({ hasText: 'Deep winter' })
  await expect(renamed).toContainText('Running')
  await page.goto(`${address}/leaderboard`)
  await expect(page.getByRole('main')).toContainText('Deep winter')

  await page.goto(`${address}/admin/settings/seasons`)
  await renamed.getByRole('button', { name: 'End…' }).click()
  const end = page.getByRole('dialog', { name: 'Deep winter' })
  await settled(page)
  await expectAccessible(page)
  await end.getByRole('button', { name: 'End now' }).click()
  await expect(renamed).toContainText('Being checked')
  await renamed.getByRole('button', { name: 'Make it final…' }).click()
  await end.getByRole('button', { name: 'Make it final' }).click()
  await expect(renamed).toContainText('Final')
  await expect(renamed.getByRole('button', { name: /^Edit/ })).toHaveCount(0)
})

test('a level is pinned, and follows the reports again', async ({ page, ownServer: { address } }) => {
  await person({ username: 'juno', server: address })
  await open(page, address, 'people')
  await page.getByRole('searchbox', { name: 'Find by name or e-mail' }).fill('juno')
  const row = page.getByRole('row', { name: /^juno/ })
  await row.click()
  const drawer = page.getByRole('complementary', { name: '@juno' })
  await drawer.getByLabel('Level').selectOption('3')
  await expect(page.getByText('The level of @juno is set.')).toBeVisible()
  await expect(row).toContainText('pinned')
  await expect(row).toContainText('L3')
  await expectAccessible(page)
  await drawer.getByLabel('Level').selectOption('')
  await expect(row).not.toContainText('pinned')
})

test('who is suspended is signed out, reads why, and comes back when made active', async ({
  page,
  browser,
  ownServer: { address },
}) => {
  const juno = await person({ username: 'juno', server: address })
  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, juno, address)
  await open(page, address, 'people')
  await page.getByRole('row', { name: /^juno/ }).click()
  const drawer = page.getByRole('complementary', { name: '@juno' })

  await drawer.getByRole('button', { name: 'Limit…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Too fast')
  await dialog.getByRole('button', { name: 'Limit', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('Give a reason of 10 to 500 characters.')
  await dialog.getByLabel('Reason').fill('The same report nine times in a row.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Limit', exact: true }).click()
  await expect(page.getByRole('row', { name: /^juno/ })).toContainText('Limited')

  await drawer.getByRole('button', { name: 'Suspend…' }).click()
  await dialog.getByLabel('Reason').fill('Again, after they were asked to stop.')
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await expect(page.getByRole('row', { name: /^juno/ })).toContainText('Suspended')
  // No click is needed: LiveQuery updates the page.
  const again = theirs.getByRole('dialog', { name: 'Your session has ended' })
  await expect(again).toBeVisible()
  await again.getByRole('textbox', { name: 'Password' }).fill(juno.password)
  await again.getByRole('button', { name: 'Sign in' }).click()
  await expect(again.getByRole('alert')).toContainText('Again, after they were asked to stop.')

  await drawer.getByRole('button', { name: 'Make active again' }).click()
  await dialog.getByLabel('Reason').fill('We talked, and it was a script of theirs.')
  await dialog.getByRole('button', { name: 'Make active', exact: true }).click()
  await expect(drawer.getByRole('button', { name: 'Limit…' })).toBeVisible()
  await signIn(theirs, juno, address)
  await theirs.context().close()
})

test('an administrator is made by typing the name, and the last one stays', async ({
  page,
  browser,
  ownServer: { address },
}) => {
  const juno = await person({ username: 'juno', server: address })
  const mia = await open(page, address, 'people')
  await page.getByRole('row', { name: /^juno/ }).click()
  await page.getByRole('button', { name: 'Make administrator…' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Make administrator' })
  await dialog.getByLabel(/to confirm/).fill('Juno')
  await expect(confirm).toBeDisabled()
  await dialog.getByLabel(/to confirm/).fill('juno')
  await expectAccessible(page)
  await confirm.click()
  // The session is one that was handed over, not a sign-in of the last minutes.
  const isItYou = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await isItYou.getByRole('textbox', { name: 'Your password' }).fill(mia.password)
  await isItYou.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('@juno is an administrator.')).toBeVisible()

  const theirs = await (await browser.newContext()).newPage()
  await signIn(theirs, juno, address)
  await expect(
    theirs.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }),
  ).toBeVisible()
  await theirs.goto(`${address}/admin/settings/people`)
  await theirs.getByRole('row', { name: new RegExp(`^${mia.username}`) }).click()
  await theirs.getByRole('button', { name: 'Remove role…' }).click()
  await theirs.getByLabel(/to confirm/).fill(mia.username)
  await theirs.getByRole('button', { name: 'Remove role', exact: true }).click()
  await expect(theirs.getByText(`@${mia.username} is a tester again.`)).toBeVisible()
  await theirs.getByRole('row', { name: /^juno/ }).click()
  await theirs.getByRole('button', { name: 'Remove role…' }).click()
  await theirs.getByLabel(/to confirm/).fill('juno')
  await theirs.getByRole('button', { name: 'Remove role', exact: true }).click()
  await expect(theirs.getByRole('dialog').getByRole('alert')).toContainText(/last/i)
  await theirs.context().close()
})

test('an invitation admits as many as it says, and none once it has ended', async ({
  page,
  browser,
  ownServer: { address },
}) => {
  await open(page, address, 'access')
  await page.getByRole('button', { name: 'New invitation' }).click()
  await page.getByLabel('Label').fill('Forum')
  await page.getByLabel('For how many people').fill('2')
  await page.getByLabel('Group').fill('forum')
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = (await page.getByLabel('Link of the invitation').textContent()) ?? ''
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()

  const theirs = await (await browser.newContext()).newPage()
  await theirs.goto(link)
  await theirs.getByLabel('Username').fill('kai')
  await theirs.getByRole('textbox', { name: 'E-mail' }).fill('kai@example.org')
  await theirs.getByRole('textbox', { name: 'Password', exact: true }).fill('a plain long phrase')
  await theirs.getByRole('button', { name: 'Create account' }).click()
  await expect(theirs.getByText('@kai')).toBeVisible()
  await theirs.context().close()

  await page.reload()
  const row = page.getByRole('row', { name: /Forum/ })
  await expect(row).toContainText('1 / 2')
  await row.getByRole('button', { name: 'End the invitation Forum' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End the invitation' }).click()
  await expect(row).toContainText('ended')
  const late = await (await browser.newContext()).newPage()
  await late.goto(link)
  await late.getByLabel('Username').fill('lucia')
  await late.getByRole('textbox', { name: 'E-mail' }).fill('lucia@example.org')
  await late.getByRole('textbox', { name: 'Password', exact: true }).fill('a plain long phrase')
  await late.getByRole('button', { name: 'Create account' }).click()
  await expect(late.getByText('This invitation was revoked.')).toBeVisible()
  await expect(late.getByText('@lucia')).toBeHidden()
  await late.context().close()
})

test('a changed name is seen by testers, has a history, and can be undone to the beginning', async ({
  page,
  ownServer: { address },
}) => {
  const mia = await open(page, address, 'general')
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const first = await page.getByRole('textbox', { name: 'Product', exact: true }).inputValue()
  for (const name of ['Lakeside Swap', 'Hillside Swap']) {
    await page.getByRole('textbox', { name: 'Product', exact: true }).fill(name)
    await page.keyboard.press('Control+s')
    await expect(page.getByText('1 change is not saved')).toBeHidden()
    await expect(sidebar).toContainText(name)
  }
  await page.getByRole('button', { name: 'History of Product', exact: true }).click()
  const history = page.getByRole('dialog', { name: 'History of Product', exact: true })
  await expect(history.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await history.getByRole('listitem').filter({ hasText: 'Lakeside' }).getByRole('button').click()
  await expect(sidebar).toContainText('Lakeside Swap')
  await page.getByRole('button', { name: 'History of Product', exact: true }).click()
  await expect(history.getByRole('listitem').first()).toContainText('back to version 1')
  await history.getByRole('listitem').last().getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByRole('textbox', { name: 'Product', exact: true })).toHaveValue(first)
  await expect(history).toBeHidden()

  // Another user is faster.
  await page.goto(`${address}/admin/settings/response`)
  await page.getByRole('textbox', { name: 'Decision', exact: true }).fill('9')
  const row = { key: 'promise.decisionDays', value: 8, version: 0 }
  await runAs(mia, 'settingSet', row, address)
  await page.keyboard.press('Control+s')
  await expect(page.getByText('The version you sent is not the current one.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Decision', exact: true })).toHaveValue('9')
})

test('the audit is filtered by person, action and day, goes back beyond a page, and its chain holds', async ({
  page,
  ownServer: { address },
}) => {
  const mia = await person({ username: 'mia', isAdmin: true, server: address })
  const noor = await person({ username: 'noor', isAdmin: true, server: address })
  for (let version = 0; version < 55; version += 1)
    await runAs(mia, 'settingSet', { key: 'dup.max', value: 2 + (version % 3), version }, address)
  await runAs(noor, 'buildSave', { channel: 'web', version: '0.4.1', releasedAt: day(-1) }, address)
  await enter(page, mia, '/admin/settings/audit', address)
  await settled(page)
  const entries = page.getByRole('listitem')
  await expect(entries).toHaveCount(50)
  await expect(page.getByText(/Verified up to entry/)).toBeVisible()
  await page.getByRole('button', { name: 'Show older entries' }).click()
  await expect(entries).not.toHaveCount(50)
  await expect(page.getByText(/Couldn’t load/)).toHaveCount(0)

  await page.getByLabel('Who').selectOption('@noor')
  await expect(entries).toHaveCount(1)
  await entries.first().click()
  await expect(entries.first()).toContainText('Save build')
  await expect(entries.first()).toContainText('"0.4.1"')
  await expectAccessible(page)
  await page.getByLabel('Action').selectOption('Change setting')
  await expect(page.getByText('No entry matches.')).toBeVisible()
  await page.getByLabel('Who').selectOption('Every administrator')
  await expect(entries).toHaveCount(50)
  await page.getByLabel('To').fill(day(-1).slice(0, 10))
  await expect(page.getByText('No entry matches.')).toBeVisible()
})

test('the server tells what it is, and finds what does not add up', async ({
  page,
  ownServer: { address },
}) => {
  const mia = await person({ name: 'mia', isAdmin: true, server: address })
  await confirmedReports(mia, address)
  const { objectId } = await person({ name: 'jules', server: address })
  await asOperator('PUT', `users/${objectId}`, { isAdmin: true }, address)
  await enter(page, mia, '/admin/settings/about', address)
  await expect(page.getByText('PostgreSQL', { exact: false })).toContainText('connected')
  await page.getByRole('button', { name: 'Check now' }).click()
  // No administrator appointed jules: an operator made one behind the back of the programme.
  await expect(page.getByText('1 difference')).toBeVisible()
  await expect(page.getByText(/The role of administrators mirrors who is one/)).toBeVisible()
  await expectAccessible(page)
})
