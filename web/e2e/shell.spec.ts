import { expect, setServer, signIn, test } from './fixtures.ts'
import { person } from './people.ts'
import { APPLICATION } from './stage/names.ts'

const STORED = `Parse/${APPLICATION}/currentUser`

test('the sidebar names the product, the places, the user and the version', async ({ page }) => {
  const rin = await person()
  await signIn(page, rin)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar.getByText('Touchstone Swap', { exact: true })).toBeVisible()
  await expect(sidebar.getByText('Beta Testing')).toBeVisible()
  await expect(sidebar.getByRole('navigation').getByRole('link')).toHaveText([
    /Dashboard/,
    /Issues/,
    /Leaderboard/,
  ])
  await expect(sidebar.getByText(`@${rin.username}`)).toBeVisible()
  await expect(sidebar.getByText('User', { exact: true })).toBeVisible()
  await expect(sidebar.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(sidebar.getByText('Powered by Touchstone')).toBeVisible()
  await expect(sidebar.getByText('v0.1.0')).toBeVisible()
})

test('the sidebar is 16rem wide and the page begins where it ends', async ({ page }) => {
  await signIn(page, await person())
  const sidebar = await page.getByRole('complementary', { name: 'Sidebar' }).boundingBox()
  const content = await page.getByRole('banner').boundingBox()
  expect(sidebar).toMatchObject({ x: 0, width: 256 })
  expect(content?.x).toBe(256)
})

test('the place being viewed is highlighted, and a page below it highlights its parent', async ({ page }) => {
  const rin = await person()
  await signIn(page, rin)
  const current = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]')
  for (const [path, name] of [
    ['/', 'Dashboard'],
    ['/issues', 'Issues'],
    ['/leaderboard', 'Leaderboard'],
    [`/u/${rin.username}`, 'Dashboard'],
  ] as const) {
    await page.goto(path)
    await expect(current).toHaveText(new RegExp(name))
    await expect(current).toHaveCSS('background-color', 'rgb(34, 38, 44)')
  }
})

test('an administrator sees the section Admin with Settings, and a gold badge', async ({ page }) => {
  await signIn(page, await person({ name: 'mia', isAdmin: true }))
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar.getByRole('heading', { name: 'Admin' })).toBeVisible()
  await expect(sidebar.getByText('Admin', { exact: true }).nth(1)).toHaveCSS('color', 'rgb(232, 198, 120)')
  await sidebar.getByRole('link', { name: /Settings/ }).click()
  await expect(page).toHaveURL('/admin/settings')
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
})

test('to a tester the settings do not exist', async ({ page }) => {
  await signIn(page, await person())
  await expect(page.getByRole('link', { name: /Settings/ })).toHaveCount(0)
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { name: 'Object not found.' })).toBeVisible()
})

test('a browser that was told to believe in an administrator is corrected by the server', async ({
  page,
}) => {
  await signIn(page, await person())
  await page.evaluate(key => {
    const stored = JSON.parse(localStorage.getItem(key) as string)
    localStorage.setItem(key, JSON.stringify({ ...stored, isAdmin: true }))
  }, STORED)
  await page.goto('/admin/settings')
  await expect(page.getByRole('heading', { name: 'Object not found.' })).toBeVisible()
})

test('whoever has no name is called Guest', async ({ page }) => {
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

test('nobody signed in means no sidebar, on the sign-in page and before it', async ({ page }) => {
  await page.goto('/issues')
  await expect(page).toHaveURL('/login?from=%2Fissues')
  await expect(page.getByRole('complementary')).toHaveCount(0)
})

test('the five pages carry the name of the product, those below put their own words first', async ({
  page,
}) => {
  const mia = await person({ name: 'mia', isAdmin: true })
  await page.goto('/login')
  await expect(page).toHaveTitle('Touchstone Swap Beta Feedback')
  await signIn(page, mia)
  for (const path of ['/', '/issues', '/leaderboard', '/admin/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveTitle('Touchstone Swap Beta Feedback')
  }
  await page.goto(`/u/${mia.username}`)
  await expect(page).toHaveTitle(`@${mia.username} · Touchstone Swap Beta Feedback`)
})

test('logout ends the session and goes to the sign-in page', async ({ page }) => {
  await signIn(page, await person())
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('complementary')).toHaveCount(0)
  expect(await page.evaluate(key => localStorage.getItem(key), STORED)).toBeNull()
  await page.goto('/')
  await expect(page).toHaveURL('/login')
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
  const box = await toast.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBe(1440 - 20)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(900 - 20)
  await expect(toast.locator('[data-theme=dark]')).toHaveCSS('background-color', 'rgb(28, 32, 37)')
  await setServer(page, 'up')
  await toast.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL('/login')
})

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the sidebar is a drawer that pushes the page aside by its width', async ({ page }) => {
    await signIn(page, await person())
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

  test('choosing a place closes the drawer', async ({ page }) => {
    await signIn(page, await person())
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Issues' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Issues' })).toBeVisible()
    await expect(page.getByRole('complementary')).toHaveCount(0)
  })

  test('no page scrolls sideways', async ({ page }) => {
    const mia = await person({ name: 'mia', isAdmin: true })
    await signIn(page, mia)
    for (const path of [
      '/',
      '/issues',
      '/leaderboard',
      '/admin/settings',
      `/u/${mia.username}`,
      '/nowhere',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    }
  })
})
