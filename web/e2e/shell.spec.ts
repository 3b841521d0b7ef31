// What the specification does not say of the shell; what it says is in specification.spec.ts.
import type { Locator } from '@playwright/test'
import { enter, expect, setServer, settled, signIn, STORED, test } from './fixtures.ts'
import { person } from './people.ts'
import { ADMIN_PLACES, placesOf } from './places.ts'

test('the place being viewed is highlighted, and a page below it highlights its parent', async ({
  page,
  tester,
}) => {
  await enter(page, tester)
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
  for (const [path, name] of [
    ['/', 'Dashboard'],
    ['/issues', 'Issues'],
    ['/issues/new', 'Issues'],
    ['/leaderboard', 'Leaderboard'],
    ['/leaderboard/rules', 'Leaderboard'],
    ['/issues/clusters', 'Issues'],
    ['/missions', 'Missions'],
    ['/notifications', 'Inbox'],
  ] as const) {
    await page.goto(path)
    await expect(current).toHaveText(new RegExp(name))
    await expect(current).toHaveCSS('background-color', 'rgb(34, 38, 44)')
  }
})

test('to a tester the pages of administrators do not exist', async ({ page, tester }) => {
  await enter(page, tester)
  for (const { path } of ADMIN_PLACES) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Object not found.' })).toBeVisible()
  }
})

test('a browser that was made to believe in an administrator is corrected by the server', async ({
  page,
  tester,
}) => {
  await enter(page, tester)
  await page.evaluate(key => {
    const stored = JSON.parse(localStorage.getItem(key) as string)
    localStorage.setItem(key, JSON.stringify({ ...stored, isAdmin: true }))
  }, STORED)
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { name: 'Object not found.' })).toBeVisible()
})

test('a user who has no name is called Guest', async ({ page }) => {
  await page.goto('/login')
  await setServer(page, 'down')
  await page.evaluate(
    ([key]) =>
      localStorage.setItem(
        key as string,
        JSON.stringify({ className: '_User', objectId: 'abc', sessionToken: 'r:abc' }),
      ),
    [STORED],
  )
  await page.goto('/')
  await expect(page.getByRole('complementary').getByText('Guest')).toBeVisible()
})

test('the five pages carry the name of the product, those below put their own words first', async ({
  page,
  admin,
}) => {
  await page.goto('/login')
  await expect(page).toHaveTitle('Touchstone Swap Beta Feedback')
  await enter(page, admin)
  for (const path of ['/', '/issues', '/leaderboard', '/admin/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveTitle('Touchstone Swap Beta Feedback')
  }
  await page.goto(`/u/${admin.username}`)
  await expect(page).toHaveTitle(`@${admin.username} · Touchstone Swap Beta Feedback`)
})

test('a failed logout keeps the user, says so bottom right in the dark, and can be tried again', async ({
  page,
}) => {
  const rin = await person()
  await page.emulateMedia({ colorScheme: 'light' })
  await signIn(page, rin)
  await setServer(page, 'down')
  await page.getByRole('button', { name: 'Logout' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'Logout failed.' })
  await expect(toast).toContainText('You are still signed in.')
  await expect(page.getByText(`@${rin.username}`)).toBeVisible()
  // Once it has slid in.
  await expect
    .poll(async () => {
      const { x, y, width, height } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
      return [x + width, y + height]
    })
    .toEqual([1440 - 20, 900 - 20])
  await expect(toast.locator('[data-theme=dark]')).toHaveCSS('background-color', 'rgb(28, 32, 37)')
  await setServer(page, 'up')
  await toast.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/login')
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the sidebar is a drawer that pushes the page aside by its width', async ({ page, tester }) => {
    await enter(page, tester)
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    const strip = page.locator('header').first()
    await expect(sidebar).toHaveCount(0)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect.poll(async () => (await strip.boundingBox())?.x).toBe(256)
    await expect.poll(async () => (await sidebar.boundingBox())?.x).toBe(0)
    await expect(sidebar.getByRole('link', { name: 'Dashboard' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await strip.boundingBox())?.x).toBe(0)
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  })

  test('choosing a place closes the drawer', async ({ page, tester }) => {
    await enter(page, tester)
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Issues' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Issues' })).toBeVisible()
    await expect(page.getByRole('complementary')).toHaveCount(0)
  })

  test('a toast covers neither Logout nor the button that sends a report', async ({ page, tester }) => {
    const path = '/issues/new'
    const control = page.getByRole('button', { name: 'Submit report' }).locator('..')
    await enter(page, tester, path)
    await settled(page)
    await setServer(page, 'down')
    await page.getByRole('button', { name: 'Menu' }).click()
    const logOut = page.getByRole('button', { name: 'Logout' })
    await logOut.click()
    const toast = page.getByRole('alert').filter({ hasText: 'Logout failed.' })
    await expect(toast).toBeVisible()
    const gapTo = async (other: Locator) => {
      const [above, below] = await Promise.all([toast.boundingBox(), other.boundingBox()])
      return (below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0))
    }
    await expect.poll(() => gapTo(logOut), path).toBeGreaterThan(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => gapTo(control), path).toBeGreaterThan(0)
    await setServer(page, 'up')
  })

  test('no page scrolls sideways', async ({ page, admin }) => {
    test.setTimeout(120_000)
    await enter(page, admin)
    for (const { path, heading } of [...placesOf(admin), ...ADMIN_PLACES]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await settled(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
    }
  })
})
