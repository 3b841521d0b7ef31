// What a machine can check of accessibility, on every page and dialog, in both themes.
import { expect, expectAccessible, signIn, test } from './fixtures.ts'
import { person } from './people.ts'
import { addressOf, STYLEGUIDE_PORT } from './stage/names.ts'

test.setTimeout(180_000)

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('the styleguide, its menu and its dialog', async ({ page }) => {
      await page.goto(`${addressOf(STYLEGUIDE_PORT)}/styleguide`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Dialog' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
    })

    test('the pages of the door', async ({ page }) => {
      for (const path of [
        '/login',
        '/sign-up',
        '/reset-password',
        '/reset-password?token=t',
        '/reset-password?invalid=1',
        '/verify-email?result=verified',
        '/verify-email?result=expired',
      ]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
      }
    })

    test('the pages of the house, the palette and the keys', async ({ page }) => {
      const mia = await person({ name: 'mia', isAdmin: true })
      await signIn(page, mia)
      for (const path of [
        '/issues',
        '/leaderboard',
        '/admin/settings',
        `/u/${mia.username}`,
        `/u/${mia.username}?tab=preferences`,
        '/no/where',
        '/',
      ]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectAccessible(page)
      }
      await page.keyboard.press('Control+k')
      await expect(page.getByPlaceholder('Search or jump to…')).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
      await expectAccessible(page)
    })
  })
}
