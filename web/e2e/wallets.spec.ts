// Signing in with wallets that really sign, in each family and at both widths.
import type { Page } from '@playwright/test'
import { enter, expect, expectAccessible, settled, signIn, STORED, test } from './fixtures.ts'
import { endSessionsOf, fresh, person } from './people.ts'
import {
  emit,
  injectEvm,
  injectMultiversx,
  injectPolkadot,
  injectSolana,
  type Stub,
} from './fixtures/wallets.ts'

interface Family {
  button: string
  wallet: string
  inject: (page: Page) => Promise<Stub>
}

const FAMILIES: Record<string, Family> = {
  Ethereum: { button: 'Connect wallet', wallet: 'Stub Wallet', inject: page => injectEvm(page) },
  Solana: { button: 'Solana', wallet: 'Stub Sun', inject: injectSolana },
  Polkadot: { button: 'Polkadot', wallet: 'stub-dot', inject: injectPolkadot },
  MultiversX: { button: 'MultiversX', wallet: 'MultiversX DeFi Wallet', inject: injectMultiversx },
}

const WIDTHS = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } }

async function choose(page: Page, { button, wallet }: Family) {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: wallet, exact: true }).click()
}

const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' })
const stored = async (page: Page) =>
  JSON.parse((await page.evaluate(key => localStorage.getItem(key), STORED)) ?? 'null')

for (const [name, family] of Object.entries(FAMILIES)) {
  for (const [width, viewport] of Object.entries(WIDTHS)) {
    test(`a ${name} wallet signs in, ${width}, and is the same person the next time`, async ({
      page,
    }, info) => {
      await page.setViewportSize(viewport)
      const stub = await family.inject(page)
      await page.goto('/login')
      await page.getByRole('button', { name: family.button, exact: true }).click()
      await expect(page.getByRole('dialog').getByRole('button', { name: family.wallet })).toBeVisible()
      await page.screenshot({ path: info.outputPath('dialog.png') })
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: family.wallet }).click()
      await expect(dashboard(page)).toBeVisible()
      const first = await stored(page)
      // Neither the text nor the signature is kept.
      expect(JSON.stringify(first)).not.toContain('wants you to sign in')
      expect(stub.calls.length).toBeGreaterThan(0)
      await page.evaluate(key => localStorage.removeItem(key), STORED)
      await page.goto('/login')
      await choose(page, family)
      await expect(dashboard(page)).toBeVisible()
      expect((await stored(page)).objectId).toBe(first.objectId)
    })
  }
}

test('whoever came with a wallet chooses a name and a password, and can then do without the wallet', async ({
  page,
}, info) => {
  await injectEvm(page)
  await page.goto('/login')
  await choose(page, FAMILIES['Ethereum'] as Family)
  await expect(page.getByText('You have no name yet.')).toBeVisible()
  const out = await page.getByRole('button', { name: 'Logout' }).boundingBox()
  expect((out?.x ?? 0) + (out?.width ?? 0)).toBeLessThan(256)
  await page.screenshot({ path: info.outputPath('unnamed.png') })
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Choose a name' }).click()
  const username = `kai-${Date.now().toString(36)}`
  const password = 'a long phrase of mine'
  await page.getByRole('textbox', { name: 'Username' }).fill(username)
  await page.getByRole('button', { name: 'Change name' }).click()
  await expect(page).toHaveURL(new RegExp(`/u/${username}`))
  await expect(page.getByRole('textbox', { name: 'Current password' })).toHaveCount(0)
  await page.screenshot({ path: info.outputPath('security.png') })
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Password set.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Current password' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Report your first problem' })).toBeVisible()
  await expect(page.getByText('You have no name yet.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await signIn(page, { username, password })
})

test('whoever has only a wallet comes back with it after the session has ended, where they were', async ({
  page,
}) => {
  await injectEvm(page)
  await page.goto('/login')
  await choose(page, FAMILIES['Ethereum'] as Family)
  await expect(dashboard(page)).toBeVisible()
  const { objectId } = await stored(page)
  // What the dashboard still asks for would notice the end before the click does.
  await settled(page)
  await endSessionsOf({ objectId })
  // LiveQuery may already have opened the dialog, which then covers the link.
  await page.getByRole('link', { name: 'Leaderboard' }).first().dispatchEvent('click')
  const ended = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(ended).toBeVisible()
  await expectAccessible(page)
  await ended.getByRole('button', { name: 'Ethereum' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stub Wallet' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/leaderboard')
  expect((await stored(page)).objectId).toBe(objectId)
})

test('declining is calm: nothing is red, and nobody is signed in or out', async ({ page }) => {
  const stub = await injectEvm(page)
  stub.declines = true
  await page.goto('/login')
  await choose(page, FAMILIES['Ethereum'] as Family)
  await expect(page.getByText('You declined. Nothing was changed.')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  await expectAccessible(page)
  stub.declines = false
  await page.getByRole('dialog').getByRole('button', { name: 'Stub Wallet' }).click()
  await expect(dashboard(page)).toBeVisible()
})

test('a browser without a wallet says so', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect(page.getByText('Non ethereum enabled browser')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a wallet of somebody else is not linked, and declining links nothing', async ({ page }) => {
  const stub = await injectEvm(page)
  await page.goto('/login')
  await choose(page, FAMILIES['Ethereum'] as Family)
  await expect(dashboard(page)).toBeVisible()

  const rin = await person()
  await enter(page, await fresh(rin), `/u/${rin.username}?tab=wallets`)
  await page.getByRole('button', { name: 'Link a wallet' }).click()
  const dialog = page.getByRole('dialog')
  stub.declines = true
  await dialog.getByRole('button', { name: 'Stub Wallet' }).click()
  await expect(dialog.getByText('You declined. Nothing was changed.')).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
  stub.declines = false
  await dialog.getByRole('button', { name: 'Stub Wallet' }).click()
  await expect(dialog.getByText('This wallet belongs to another account.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No wallet yet')).toBeVisible()
})

for (const [width, viewport] of Object.entries(WIDTHS)) {
  test(`a profile links wallets, changes the first and the network, and unlinks, ${width}`, async ({
    page,
  }, info) => {
    await page.setViewportSize(viewport)
    await injectEvm(page)
    const sun = await injectSolana(page)
    const rin = await person()
    await enter(page, await fresh(rin), `/u/${rin.username}?tab=wallets`)
    await expect(page.getByText('No wallet yet')).toBeVisible()

    await page.getByRole('button', { name: 'Link a wallet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stub Wallet' }).click()
    await expect(page.getByText('The wallet is linked.')).toBeVisible()
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    await page.getByLabel('Kind').selectOption('Solana')
    await page.getByRole('dialog').getByRole('button', { name: 'Stub Sun' }).click()
    const table = page.getByRole('table', { name: 'Linked wallets' })
    await expect(table.getByRole('row')).toHaveCount(3)
    await page.screenshot({ path: info.outputPath('wallets.png'), fullPage: true })
    await expectAccessible(page)

    // Chosen by the keyboard alone: what is open has the focus, Tab goes on to the buttons.
    const payout = page.getByRole('region', { name: 'Payout' })
    await payout.getByRole('button', { name: 'Choose a wallet' }).press('Enter')
    await expect(page.getByRole('radio', { name: /Ethereum/ })).toBeFocused()
    await expect(page.getByRole('radio', { name: /Solana/ })).toHaveCount(0)
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(payout.getByText('Ethereum')).toBeVisible()
    await expect(table.getByRole('row').filter({ hasText: 'Ethereum' })).toContainText('Payout')
    await expectAccessible(page)

    await table
      .getByRole('row')
      .filter({ hasText: 'Ethereum' })
      .getByRole('button', { name: 'Unlink' })
      .click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
    await expect(table.getByRole('row')).toHaveCount(2)
    await expect(payout.getByText('No payout address yet')).toBeVisible()
    expect(sun.calls).toContain('solana:signMessage')

    await page.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stub Wallet' }).click()
    await page.getByLabel('Network').selectOption({ label: 'Polygon' })
    await expect(page.getByLabel('Network')).toHaveValue('137')
    await emit(page, 'accountsChanged', [])
    await expect(page.getByText('No wallet is connected')).toBeVisible()
    // Anyone who disconnects a wallet stays signed in.
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
}
