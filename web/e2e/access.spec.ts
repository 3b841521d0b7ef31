// What a machine can check of accessibility, on every page and dialog, the colours in both themes; and that none
// complains on the console.
import type { Page } from '@playwright/test'
import { enter, expect, expectAccessible, expectNoComplaint, settled, test } from './fixtures.ts'
import { ADMIN_PLACES, placesOf } from './places.ts'
import { FIRST } from './fixtures/seed.ts'
import { addressOf, STYLEGUIDE_PORT } from './fixtures/names.ts'

test.setTimeout(360_000)

async function closeSheet(page: Page) {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })
    // What a page is made of is the same in both themes.
    const rules = colorScheme === 'light' ? 'colours' : undefined

    test('the styleguide, its menu and its dialog', async ({ page }) => {
      await page.goto(`${addressOf(STYLEGUIDE_PORT)}/styleguide`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page, rules)
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(page.getByRole('menu')).toBeVisible()
      await expectAccessible(page, rules)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Dialog' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page, rules)
    })

    test('public pages', async ({ page }) => {
      const complaints = expectNoComplaint(page)
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
        await expectAccessible(page, rules)
      }
      complaints()
    })

    test('pages of members', async ({ page, admin }) => {
      const complaints = expectNoComplaint(page)
      await enter(page, admin)
      for (const { path, heading } of [...placesOf(admin), ...ADMIN_PLACES]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await settled(page)
        await expectAccessible(page, rules)
      }
      complaints()
    })

    test('what a tester sees otherwise, and the sheets of the shell', async ({ page, tester }) => {
      const complaints = expectNoComplaint(page)
      await enter(page, tester)
      await settled(page)
      await expectAccessible(page, rules)
      await page.keyboard.press('Control+k')
      await expect(page.getByPlaceholder('Search or jump to…')).toBeVisible()
      await expectAccessible(page, rules)
      await closeSheet(page)
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      await expectAccessible(page, rules)
      await closeSheet(page)

      for (const path of [`/issues/${FIRST}`, `/u/${tester.username}?tab=points`]) {
        await page.goto(path)
        await settled(page)
        await expectAccessible(page, rules)
      }
      await page.goto('/issues?q=is%3Anonsense')
      await expect(page.getByRole('heading', { name: 'nonsense is no value of is.' })).toBeVisible()
      await settled(page)
      await expectAccessible(page, rules)
      complaints('searchIssues')
    })

    test('what an administrator can open', async ({ page, admin }) => {
      const complaints = expectNoComplaint(page)
      await enter(page, admin, `/issues/${FIRST}`)
      await settled(page)
      for (const key of ['2', '3', '4']) {
        await page.keyboard.press(key)
        await expect(page.getByRole('dialog')).toBeVisible()
        await expectAccessible(page, rules)
        await closeSheet(page)
      }
      for (const [tab, button] of [
        ['access', 'New invitation'],
        ['builds', 'Add a build'],
        ['seasons', 'New season'],
      ] as const) {
        await page.goto(`/admin/settings/${tab}`)
        await page.getByRole('button', { name: button }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await expectAccessible(page, rules)
      }
      complaints()
    })
  })
}
