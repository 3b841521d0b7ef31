// One fault from the first report to the decision, with everybody who has to do with it.
import type { Browser } from '@playwright/test'
import { enter, expect, settled, test } from './fixtures.ts'
import { person, runAs } from './people.ts'

/** A new tester comes by an invitation. */
async function join(browser: Browser, link: string, name: string) {
  const page = await (await browser.newContext()).newPage()
  await page.goto(link)
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('E-mail').fill(`${name}@example.org`)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a plain long phrase')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(`@${name}`)).toBeVisible()
  return page
}

test('a tester reports a fault, another has it too, and an administrator decides about it', async ({
  page: desk,
  browser,
  ownServer: { address },
}) => {
  test.setTimeout(180_000)
  const mia = await person({ name: 'mia', isAdmin: true, server: address })
  const released = { channel: 'web', version: '0.9.1', releasedAt: new Date().toISOString() }
  await runAs(mia, 'buildSave', released, address)
  const { code } = await runAs(mia, 'invitationCreate', { label: 'First', maxUses: 2 }, address)
  const link = `${address}/sign-up?code=${code}`

  const rin = await join(browser, link, 'rin')
  await rin.getByRole('link', { name: 'New issue' }).first().click()
  await rin.getByText('Something on screen').click()
  await rin.getByLabel('Title').fill('The price jumps when the tab comes back')
  await rin
    .getByLabel('What happened?')
    .fill('After some minutes in another tab the price is a *third* higher.')
  await rin.getByLabel('Steps, one on each line').fill('Open Swap\nLeave the tab\nCome back')
  await rin.getByLabel('How bad for you?').selectOption('S2')
  await rin.keyboard.press('Control+Enter')
  await expect(rin.getByRole('heading', { name: /The price jumps when the tab comes back/ })).toBeVisible()
  await expect(rin.getByText('third', { exact: true })).toHaveCSS('font-style', 'italic')
  await expect(rin.getByText('#1 – thank you.')).toBeVisible()

  const kai = await join(browser, link, 'kai')
  await kai.getByRole('link', { name: /^Issues/ }).click()
  const list = kai.getByRole('region', { name: 'List of issues' })
  await list.getByRole('link', { name: 'The price jumps when the tab comes back' }).click()
  await expect(kai).toHaveURL(`${address}/issues/1`)
  const affects = kai.getByRole('button', { name: /^Affects me/ })
  await affects.click()
  await expect(affects).toHaveAttribute('aria-pressed', 'true')
  await kai.getByRole('textbox', { name: 'Comment' }).fill('Only with two tabs, @rin.')
  await kai.getByRole('button', { name: /^Comment/ }).click()
  await expect(kai.getByRole('textbox', { name: 'Comment' })).toHaveValue('')
  await kai.reload()
  await expect(kai.getByText('Only with two tabs,')).toBeVisible()
  await expect(affects).toHaveAttribute('aria-pressed', 'true')

  await enter(desk, mia, '/issues/triage', address)
  await settled(desk)
  await expect(desk.getByRole('region', { name: 'Queue' })).toContainText('The price jumps when the tab')
  const accepted = desk.waitForResponse('**/functions/issueAccept')
  await desk.keyboard.press('1')
  await desk.keyboard.press('s')
  expect((await accepted).ok()).toBe(true)
  await expect(desk.getByText('Nothing waiting.')).toBeVisible()

  await rin.reload()
  const status = rin.getByRole('list', { name: 'Status' }).locator('[aria-current=step]')
  await expect(status).toHaveText('Confirmed')
  await expect(rin.getByText('Only with two tabs,')).toBeVisible()
  for (const page of [rin, kai]) await page.context().close()
})
