// A picture of every page in both themes and both widths, into shots/.
import type { Page } from '@playwright/test'
import { expect, setServer, signIn, test } from './fixtures.ts'
import { endSessionsOf, logIn, person } from './people.ts'
import { addressOf, STYLEGUIDE_PORT } from './stage/names.ts'

const FORMS = [
  { name: 'dark', colorScheme: 'dark', width: 1440, height: 900, someone: 'mia' },
  { name: 'light', colorScheme: 'light', width: 1440, height: 900, someone: 'noor' },
  { name: '390.dark', colorScheme: 'dark', width: 390, height: 844, someone: 'juno' },
  { name: '390.light', colorScheme: 'light', width: 390, height: 844, someone: 'sable' },
] as const

async function shoot(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: `shots/${name}.png`, fullPage: true, animations: 'disabled' })
}

for (const form of FORMS) {
  test.describe(form.name, () => {
    test.use({ colorScheme: form.colorScheme, viewport: { width: form.width, height: form.height } })

    test('the styleguide', async ({ page }) => {
      await page.goto(`${addressOf(STYLEGUIDE_PORT)}/styleguide`)
      await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible()
      await shoot(page, `styleguide.${form.name}`)
      if (form.width > 768) {
        await page.getByRole('button', { name: 'Menu' }).click()
        await page.screenshot({ path: `shots/styleguide-menu.${form.name}.png`, animations: 'disabled' })
      }
    })

    test('the door', async ({ page }) => {
      for (const path of [
        'login',
        'sign-up',
        'reset-password',
        'reset-password?token=t',
        'verify-email?result=verified',
        'verify-email?result=expired',
      ]) {
        await page.goto(`/${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await shoot(page, `${path.replaceAll(/[?=]/g, '-')}.${form.name}`)
      }
      await page.goto('/login')
      await page.getByLabel('Username').fill('nobody')
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill('not a password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('The user name or the password is wrong.')).toBeVisible()
      await shoot(page, `login-refused.${form.name}`)
    })

    test('the setup', async ({ page, ownServer: { address, log } }) => {
      await page.goto(`${address}/login`)
      await expect(page.getByText('Nothing is set up yet.')).toBeVisible()
      await shoot(page, `login-bare.${form.name}`)
      await page.goto(`${address}/setup#token=wrong`)
      await expect(page.getByRole('textbox', { name: 'Setup token' })).toHaveAttribute('aria-invalid', 'true')
      await shoot(page, `setup-refused.${form.name}`)
      await page.goto('about:blank')
      await page.goto(/http\S+\/setup#token=\w+/.exec(log())?.[0] ?? '')
      await page.getByLabel('Username').fill('mia')
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a plain long phrase')
      await shoot(page, `setup-1-administrator.${form.name}`)
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: 'Product' }).fill('Lakeside Swap')
      await page.getByRole('textbox', { name: 'Short name' }).fill('Lakeside')
      await shoot(page, `setup-2-names.${form.name}`)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('link', { name: 'Open the dashboard' })).toBeVisible()
      await shoot(page, `setup-3-done.${form.name}`)
      await page.goto(`${address}/setup`)
      await expect(page.getByRole('heading', { name: 'Object not found.' })).toBeVisible()
      await shoot(page, `setup-gone.${form.name}`)
      await page.goto(`${address}/`)
      await page
        .getByRole('button', { name: 'Menu' })
        .or(page.getByRole('button', { name: 'Logout' }))
        .first()
        .click()
      if (form.width < 768) await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByLabel('Have an invitation?')).toBeVisible()
      await shoot(page, `login-invited.${form.name}`)
      await page.goto(`${address}/sign-up?code=k7fm-2x9q-pd4t`)
      await expect(page.getByLabel('Invitation code')).toBeVisible()
      await shoot(page, `sign-up-invited.${form.name}`)
    })

    test('what comes over a page', async ({ page }) => {
      const rin = await person()
      await signIn(page, rin)
      await page.goto(`/u/${rin.username}`)
      await expect(page.getByText('This one')).toBeVisible()
      await setServer(page, 'down')
      if (form.width < 768) await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByText('Logout failed.')).toBeVisible()
      await page.screenshot({ path: `shots/toast.${form.name}.png`, animations: 'disabled' })
      await setServer(page, 'up')
      if (form.width < 768) await page.keyboard.press('Escape')
      await endSessionsOf(rin)
      await page.getByRole('textbox', { name: 'Current password' }).fill(rin.password)
      await page.getByRole('textbox', { name: 'New password' }).fill('some other long phrase')
      await page.getByRole('button', { name: 'Change password' }).click()
      await expect(page.getByRole('dialog', { name: 'Your session ended' })).toBeVisible()
      await page.screenshot({ path: `shots/session-ended.${form.name}.png`, animations: 'disabled' })
    })

    test('the house', async ({ page }) => {
      const admin = await person({ username: form.someone, isAdmin: true })
      // Signed in on two other devices.
      for (let device = 0; device < 2; device += 1) await logIn(admin)
      await signIn(page, admin)
      await shoot(page, `dashboard.${form.name}`)
      for (const path of [
        'issues',
        'leaderboard',
        'admin/settings',
        `u/${admin.username}`,
        `u/${admin.username}?tab=preferences`,
        'no-such-page',
      ]) {
        await page.goto(`/${path}`)
        await page.waitForLoadState('networkidle')
        const name = path.replace(admin.username, 'name').replaceAll(/[/?=]/g, '-')
        await shoot(page, `${name}.${form.name}`)
      }
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
      await page.keyboard.press('Control+k')
      await expect(page.getByPlaceholder('Search or jump to…')).toBeVisible()
      await shoot(page, `palette.${form.name}`)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.keyboard.press('?')
      await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible()
      await shoot(page, `keys.${form.name}`)
      await page.keyboard.press('Escape')
      if (form.width < 768) {
        await page.getByRole('button', { name: 'Menu' }).click()
        await page.screenshot({ path: `shots/drawer.${form.name}.png`, animations: 'disabled' })
      }
    })
  })
}
