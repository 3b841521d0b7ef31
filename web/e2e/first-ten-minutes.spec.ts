// A tester's first ten minutes, from the invitation to the profile.
import type { Page } from '@playwright/test'
import { expect, signUp, test } from './fixtures.ts'
import { runAs } from './people.ts'
import { openProgramme, PERMIT, trusted } from './fixtures/seed.ts'
import { pictureSaying } from './fixtures/picture.ts'

const SECRET = 'taken at 52.5163 N 13.3777 E'
const REPORT = {
  title: 'The price jumps when the tab comes back',
  body: 'After some minutes in another tab the price is a *third* higher than before.',
}

/** A programme in which a user has found something already, and an invitation to it. */
async function begun(server: string) {
  const programme = await openProgramme({ server, username: 'mia' })
  const juno = await trusted('juno', programme)
  const number = await programme.report(juno, PERMIT)
  await runAs(programme.admin, 'issueAccept', { number, severity: 'S2' }, server)
  await programme.report(juno, {
    title: 'The token list is empty on first load',
    body: 'Nothing is listed until the page is loaded again.',
  })
  const { code } = await runAs(programme.admin, 'invitationCreate', { label: 'First', maxUses: 1 }, server)
  return { link: `${server}/sign-up?code=${code}`, known: number }
}

/** The line as slow as a telephone's, so that what is on its way can be seen. */
async function slowLine(page: Page) {
  const line = await page.context().newCDPSession(page)
  const speed = (uploadThroughput: number) => ({
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  })
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', speed(400_000))
  return () => line.send('Network.emulateNetworkConditions', speed(-1))
}

async function findsItKnown(rin: Page, known: number) {
  const welcome = rin.getByRole('region', { name: 'Welcome' })
  await expect(welcome.getByRole('listitem')).toHaveCount(3)
  await expect(welcome.getByText('done')).toHaveCount(0)
  await expect(rin.getByText('You’re all caught up.')).toBeVisible()

  await rin.keyboard.press('p')
  await rin.keyboard.type('Permit expired just after signing')
  await rin.keyboard.press('Enter')
  const similar = rin.getByRole('region', { name: /^Is it/ })
  await expect(similar.getByRole('link', { name: `#${known} ${PERMIT.title}` })).toBeVisible()
  await similar.getByRole('button', { name: 'Affects me too' }).first().click()
  await expect(rin.getByText(`Added to #${known}.`)).toBeVisible()
  const affects = rin.getByRole('button', { name: /^Affects me/ })
  await expect(affects).toHaveAttribute('aria-pressed', 'true')
  await expect(affects).toContainText('2')
}

async function reportsWithAPicture(rin: Page) {
  await rin.keyboard.press('g')
  await rin.keyboard.press('d')
  await expect(
    rin.getByRole('listitem').filter({ hasText: 'Vote for issues that affect you' }).getByText('done'),
  ).toBeVisible()

  await rin.keyboard.press('c')
  await rin.getByText('Something on screen').click()
  // What was only looked up is not in the way of what is reported.
  await expect(rin.getByLabel('Title')).toHaveValue('')
  await rin.getByLabel('Title').fill(REPORT.title)
  await rin.getByLabel('What happened?').fill(REPORT.body)
  await expect(rin.getByText(/^Draft saved/)).toBeVisible()
  await rin.reload()
  await expect(rin.getByLabel('Title')).toHaveValue(REPORT.title)
  await expect(rin.getByLabel('What happened?')).toHaveValue(REPORT.body)
  await expect(rin.getByRole('radio', { name: 'Something on screen' })).toBeChecked()
  await rin.getByLabel('Steps, one on each line').fill('Open Swap\nLeave the tab\nCome back')
  await rin.getByLabel('How bad for you?').selectOption('S2')

  const quick = await slowLine(rin)
  const picture = { name: 'Holiday.png', mimeType: 'image/png', buffer: pictureSaying(SECRET, 900, 600) }
  await rin.locator('input[type=file]').setInputFiles(picture)
  const files = rin.getByRole('list', { name: 'Files' })
  const sending = files.getByRole('progressbar', { name: 'Sending Holiday.webp' })
  await expect.poll(() => sending.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0.05)
  await expect(rin.getByText('A file is still uploading.')).toBeVisible()
  await quick()
  await expect(files.getByRole('button', { name: 'Redact' })).toBeVisible()
  await rin.keyboard.press('Control+Enter')
}

async function seesItOnItsPage(rin: Page) {
  await expect(rin.getByRole('heading', { level: 2, name: new RegExp(REPORT.title) })).toBeVisible()
  await expect(rin.getByText('third', { exact: true })).toHaveCSS('font-style', 'italic')
  const picture = rin.getByRole('list', { name: 'Files' }).getByRole('button', { name: /Holiday\.webp/ })
  const shown = picture.locator('img')
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(900)
  const stored = await rin.request.get((await shown.getAttribute('src')) ?? '')
  const bytes = await stored.body()
  expect(bytes.subarray(8, 12).toString('latin1')).toBe('WEBP')
  expect(bytes.includes(SECRET)).toBe(false)
}

async function joinsIn(rin: Page, known: number) {
  await rin.keyboard.press('g')
  await rin.keyboard.press('i')
  const list = rin.getByRole('region', { name: 'List of issues' })
  await list.getByRole('link', { name: PERMIT.title }).click()
  await expect(rin).toHaveURL(new RegExp(`/issues/${known}$`))
  const comment = rin.getByRole('textbox', { name: 'Comment' })
  await expect(comment).toBeVisible()
  await rin.keyboard.press('r')
  await expect(comment).toBeFocused()
  await rin.keyboard.type('Also in a **second** tab, @ju')
  await expect(rin.getByRole('option', { name: '@juno' })).toBeVisible()
  await rin.keyboard.press('Enter')
  await rin.keyboard.type('with `0.9.1`.')
  await rin.keyboard.press('Control+Enter')
  const said = rin.getByRole('article').filter({ hasText: 'Also in a second tab' })
  await expect(said.getByText('second', { exact: true })).toHaveCSS('font-weight', '600')
  await expect(said.getByRole('link', { name: '@juno' })).toHaveAttribute('href', '/u/juno')
  await expect(said.locator('code')).toHaveText('0.9.1')
  // Anyone who comments watches.
  await rin.reload()
  await rin.getByRole('button', { name: 'Watching' }).click()
  await expect(rin.getByRole('button', { name: 'Watch', exact: true })).toBeVisible()
}

async function learnsWhatCounts(rin: Page) {
  await rin.keyboard.press('g')
  await rin.keyboard.press('l')
  await expect(rin.getByRole('row', { name: 'Rank 1, juno, 90 points' })).toBeVisible()
  await rin.getByRole('link', { name: /^Rules/ }).click()
  const calculator = rin.getByRole('region', { name: 'What would it pay?' })
  await expect(calculator.getByText('of 188 in the reward pool')).toBeVisible()
  await calculator.getByRole('combobox', { name: 'Severity' }).selectOption('S1')
  await calculator.getByRole('combobox', { name: 'You report it as' }).selectOption('1')
  await calculator.getByText('B', { exact: true }).click()
  await expect(calculator.getByText('of 400 in the reward pool')).toBeVisible()
}

test("a tester's first ten minutes", async ({ page: rin, ownServer: { address } }) => {
  test.setTimeout(120_000)
  const { link, known } = await begun(address)
  await signUp(rin, link, 'rin')
  await findsItKnown(rin, known)
  await reportsWithAPicture(rin)
  await seesItOnItsPage(rin)
  await joinsIn(rin, known)
  await learnsWhatCounts(rin)

  await rin.getByRole('link', { name: 'Your profile, @rin' }).click()
  await rin.getByRole('tab', { name: 'Reports' }).click()
  await expect(rin.getByRole('link', { name: REPORT.title })).toBeVisible()
  await expect(rin.getByRole('heading', { level: 1, name: '@rin' })).toBeVisible()
})
