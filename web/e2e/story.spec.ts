// One fault from the first report to the decision, with all users involved.
import { enter, expect, settled, signUp, test } from './fixtures.ts'
import { person, runAs } from './people.ts'

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

  const rin = await (await browser.newContext()).newPage()
  await signUp(rin, link, 'rin')
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
  await expect(rin.getByText('#1 reported. Thank you!')).toBeVisible()

  const kai = await (await browser.newContext()).newPage()
  await signUp(kai, link, 'kai')
  await kai.getByRole('link', { name: /^Issues/ }).click()
  const list = kai.getByRole('region', { name: 'List of issues' })
  await list.getByRole('link', { name: 'The price jumps when the tab comes back' }).click()
  await expect(kai).toHaveURL(`${address}/issues/1`)
  await expect(kai.getByRole('group', { name: 'Status' })).toBeVisible()
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
  const status = rin.getByRole('group', { name: 'Status' })
  await expect(status).toHaveText('Confirmed')
  await expect(rin.getByText('Only with two tabs,')).toBeVisible()
  for (const page of [rin, kai]) await page.context().close()
})
