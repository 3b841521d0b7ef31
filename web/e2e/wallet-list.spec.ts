// A programme for wallets on a list: an administrator lists one, its owner comes in, another is told what to do.
import type { Page } from '@playwright/test'
import { enter, expect, expectAccessible, test } from './fixtures.ts'
import { injectEvm } from './fixtures/wallets.ts'
import { fresh, person, runAs } from './people.ts'

async function comeWithWallet(page: Page, address: string) {
  await page.goto(`${address}/login`)
  await expect(page.getByText('Sign in with a wallet that is on the list')).toBeVisible()
  await expect(page.getByLabel('Have an invitation?')).toBeVisible()
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stub Wallet' }).click()
}

test('an administrator lists a wallet; its owner is let in, and another is told what to do', async ({
  page,
  browser,
  ownServer: { address },
}, info) => {
  const admin = await fresh(await person({ name: 'mia', isAdmin: true, server: address }), address)
  const [owner, stranger] = [await browser.newPage(), await browser.newPage()]
  const listed = await injectEvm(owner)
  await injectEvm(stranger)

  await enter(page, admin, '/admin/settings/access', address)
  const panel = page.getByRole('region', { name: 'Wallet list' })
  await expect(panel.getByText('No wallets on the list.')).toBeVisible()
  await panel.getByRole('button', { name: 'Add the first wallets' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add wallets' })
  const box = dialog.getByRole('textbox', { name: 'Addresses, one per line' })
  await expect(box).toBeFocused()
  await box.fill(`wallet,points\n${listed.address.toLowerCase()},12\nrin.eth,7\n${listed.address}\n`)
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Snapshot of May')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('line 3')).toBeVisible()
  await expect(dialog.getByText('rin.eth', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.screenshot({ path: info.outputPath('preview.png') })
  await dialog.getByRole('button', { name: 'Add 1 wallet' }).press('Enter')
  await expect(panel.getByText('Snapshot of May')).toBeVisible()
  await expect(panel.getByText('1 wallet · 0 joined')).toBeVisible()
  await expect(panel.getByText('new accounts need an invitation')).toBeVisible()

  await page.getByRole('radio', { name: 'Wallet list' }).check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(panel.getByText('one for each wallet')).toBeVisible()
  await expectAccessible(page)

  await comeWithWallet(stranger, address)
  const refused = stranger.getByRole('dialog')
  await expect(refused.getByText('This wallet is not on the list.')).toBeVisible()
  await expect(refused.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  await expect(refused.getByRole('textbox', { name: 'Invitation code' })).toBeVisible()
  await stranger.setViewportSize({ width: 390, height: 844 })
  await stranger.screenshot({ path: info.outputPath('refused.png') })
  await expectAccessible(stranger)

  await comeWithWallet(owner, address)
  await expect(owner.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const { joined } = await runAs(admin, 'walletList', {}, address)
  expect(joined).toBe(1)

  // An invitation still does, and the list says who is there.
  const { code } = await runAs(admin, 'invitationCreate', { label: 'First', maxUses: 1 }, address)
  await refused.getByRole('textbox', { name: 'Invitation code' }).fill(code)
  await refused.getByRole('button', { name: 'Stub Wallet' }).click()
  await expect(stranger.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()

  await page.reload()
  await expect(panel.getByText('1 wallet · 1 joined')).toBeVisible()
  await page.screenshot({ path: info.outputPath('list-wide.png'), fullPage: true })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'colours')
  await page.screenshot({ path: info.outputPath('list-narrow.png'), fullPage: true })
  await page.keyboard.press('/')
  await page.keyboard.type('0xffffffffff')
  await expect(panel.getByText('No wallet found.')).toBeVisible()
  await panel.getByRole('searchbox').fill(listed.address)
  await panel.getByRole('button', { name: /^Remove .+ from the list$/ }).click()
  const leaving = page.getByRole('dialog', { name: 'Remove this wallet?' })
  await expect(leaving.getByText('Its owner has joined and stays')).toBeVisible()
  await leaving.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Wallet removed from the list.')).toBeVisible()
  await owner.reload()
  await expect(owner.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await Promise.all([owner.close(), stranger.close()])
})
