// The link that a dapp opens when something failed, followed by visitors who come in by each way.
import type { Page } from '@playwright/test'
import { enter, expect, expectAccessible, expectNoComplaint, settled, test } from './fixtures.ts'
import { endSessionsOf, person } from './people.ts'
import { injectEvm } from './fixtures/wallets.ts'

const ERROR = '{"code":4001,"message":"MetaMask Tx Signature: User denied transaction signature."}'
const LINK = `/issues/new?${new URLSearchParams({ error: ERROR, build: 'web 0.9.1', chain: '0x2105' })}`

async function expectFilledIn(page: Page) {
  const happened = page.getByRole('region', { name: 'What happened' })
  await expect(happened.getByText('user_rejected')).toBeVisible()
  await expect(page.getByLabel('Title')).not.toHaveValue('')
  await expect(page.getByLabel('Build').locator('option:checked')).toHaveText('web 0.9.1')
  await expect(page.getByRole('region', { name: 'From the app' })).toContainText('chain 8453')
  await expect(page).toHaveURL('/issues/new')
}

test('the link of a dapp survives the sign-in with a password, and its report is sent', async ({ page }) => {
  const rin = await person()
  const quiet = expectNoComplaint(page)
  await page.goto(LINK)
  await page.getByLabel('Username').fill(rin.username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(rin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectFilledIn(page)
  await settled(page)
  await expectAccessible(page)
  await page.reload()
  await expectFilledIn(page)
  await page.getByRole('button', { name: /Report anyway/ }).click()
  await page.getByLabel('What happened?').fill('I did not reject anything. The wallet never opened.')
  await page.getByRole('button', { name: /Submit report/ }).click()
  await expect(page.getByText(/thank you/i)).toBeVisible()
  quiet()
})

test('it survives the sign-in with a wallet', async ({ page }) => {
  await injectEvm(page)
  await page.goto(LINK)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stub Wallet', exact: true }).click()
  await expectFilledIn(page)
})

test('it survives the making of an account, also by way of the sign-in page and back', async ({ page }) => {
  await page.goto(LINK)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('link', { name: 'Create an account' }).click()
  const form = page.getByRole('form', { name: 'Create an account' })
  const name = `link-${Date.now()}`
  await form.getByLabel('Username').fill(name)
  await form.getByRole('textbox', { name: 'E-mail' }).fill(`${name}@example.org`)
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill('correct horse battery staple')
  await form.getByRole('button', { name: 'Create account' }).click()
  await expectFilledIn(page)
})

test('it survives a session that has ended since the last visit', async ({ page }) => {
  const rin = await person()
  await enter(page, rin)
  await endSessionsOf(rin)
  await page.goto(LINK)
  await page.getByLabel('Username').fill(rin.username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(rin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectFilledIn(page)
})

test('a link that was made to harm shows text', async ({ page, tester: rin }) => {
  const quiet = expectNoComplaint(page)
  const asked: string[] = []
  page.on('request', request => {
    if (request.url().includes('/functions/evidencePreview')) asked.push(request.url())
  })
  const parts = {
    tx: 'javascript:alert(1)',
    chain: '"><script>alert(1)</script>',
    build: '<img src=x onerror=alert(1)>',
    error: `<svg onload=alert(1)> ${'long '.repeat(1000)}`,
    title: '[press](javascript:alert(1))',
    evidence: '../../admin',
  }
  await enter(page, rin, `/issues/new?${new URLSearchParams(parts)}`)
  await expect(page.getByLabel('Title')).toHaveValue(parts.title)
  const field = page.getByLabel('Error message, hash or link')
  await expect(field).toHaveValue(parts.error.slice(0, 2000))
  await expect(page.getByRole('region', { name: 'From the app' })).toContainText(parts.build)
  await expect(page.locator('main img, main svg[onload]')).toHaveCount(0)
  await settled(page)
  // Too long for a title: it counts as an error, and the server is asked about it once.
  expect(asked).toHaveLength(1)
  quiet('evidencePreview')
})
