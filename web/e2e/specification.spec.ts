// Sections 2 and 4 of the specification, fact by fact, in a browser against the real server. Section 5 is checked without
// a browser, in src/backend/specification.test.ts; wallets are in wallets.spec.ts.
import type { Page } from '@playwright/test'
import { enter, expect, quiet, setServer, signIn, STORED, test } from './fixtures.ts'
import { endSessionsOf, person } from './people.ts'
import { APPLICATION } from './fixtures/names.ts'

const TITLE = 'Touchstone Swap Beta Feedback'
const sidebarOf = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' })
const stored = (page: Page) => page.evaluate(key => localStorage.getItem(key), STORED)

test.describe('2. screens and routes', () => {
  test('each route has its label in the navigation and its page, for an administrator all of them', async ({
    page,
    admin,
  }) => {
    await enter(page, admin)
    for (const [path, label] of [
      ['/', 'Dashboard'],
      ['/issues', 'Issues'],
      ['/leaderboard', 'Leaderboard'],
      ['/admin/settings', 'Settings'],
    ] as const) {
      await sidebarOf(page).getByRole('link', { name: label }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible()
      await expect(page).toHaveTitle(new RegExp(`${TITLE}$`))
      await expect(sidebarOf(page).getByRole('link', { name: label })).toHaveAttribute('aria-current', 'page')
      await expect(sidebarOf(page).locator('[aria-current=page]')).toHaveCount(1)
    }
  })

  test('Settings stands under the section Admin, and only administrators have either', async ({
    page,
    admin,
    tester,
  }) => {
    await enter(page, admin)
    const order = await sidebarOf(page)
      .getByRole('navigation')
      .getByRole('link')
      .or(sidebarOf(page).getByRole('heading'))
      .allInnerTexts()
    expect(order.map(text => text.split('\n')[0])).toEqual([
      'Dashboard',
      'Issues',
      'Leaderboard',
      'Inbox',
      'Admin',
      'Review',
      'Settings',
    ])
    await enter(page, tester)
    await expect(sidebarOf(page).getByText(`@${tester.username}`)).toBeVisible()
    await expect(sidebarOf(page).getByRole('heading', { name: 'Admin' })).toHaveCount(0)
    await expect(sidebarOf(page).getByRole('link', { name: 'Settings' })).toHaveCount(0)
  })

  test('the pages of signed-in users send a stranger to the sign-in page, which has no sidebar', async ({
    page,
  }) => {
    for (const path of ['/', '/issues', '/leaderboard', '/admin/settings']) {
      await page.goto(path)
      await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
      await expect(page).toHaveURL(/\/login/)
      await expect(page.getByRole('complementary')).toHaveCount(0)
      await expect(page).toHaveTitle(TITLE)
    }
  })

  test('the sidebar says what the product, the user and the version are, in this order', async ({
    page,
    tester,
  }) => {
    await enter(page, tester)
    const text = (await sidebarOf(page).innerText()).replaceAll(/\s+/g, ' ')
    const parts = [
      'Touchstone Swap',
      'Beta Testing',
      'Dashboard',
      `@${tester.username}`,
      'User',
      'Logout',
      'Powered by Touchstone',
      'v0.1.0',
    ]
    const places = parts.map(part => text.indexOf(part))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  test('the badge is gold for an administrator and plain for a user', async ({ page, admin, tester }) => {
    const colour = (name: string) =>
      sidebarOf(page)
        .getByText(name, { exact: true })
        .last()
        .evaluate(badge => getComputedStyle(badge).color)
    await enter(page, admin)
    const [red = 0, green = 0, blue = 0] = (await colour('Admin')).match(/\d+/g)?.map(Number) ?? []
    expect(red > green && green > blue && red - blue > 60, `${red}, ${green}, ${blue} is gold`).toBe(true)
    await enter(page, tester)
    const channels = (await colour('User')).match(/\d+/g)?.map(Number) ?? []
    expect(Math.max(...channels) - Math.min(...channels)).toBeLessThan(30)
  })

  for (const width of [1440, 768]) {
    test(`at ${width} px the content begins where the sidebar of 16rem ends`, async ({ page, tester }) => {
      await page.setViewportSize({ width, height: 900 })
      await enter(page, tester)
      expect(await sidebarOf(page).boundingBox()).toMatchObject({ x: 0, width: 256 })
      expect((await page.getByRole('main').boundingBox())?.x).toBe(256)
    })
  }

  test('logout ends the session on the server and navigates to the sign-in page', async ({ page }) => {
    await signIn(page, await person())
    const { sessionToken } = JSON.parse((await stored(page)) ?? '{}')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    const answer = await page.request.get('/parse/users/me', {
      headers: { 'X-Parse-Application-Id': APPLICATION, 'X-Parse-Session-Token': sessionToken },
    })
    expect(await answer.json()).toMatchObject({ code: 209 })
  })
})

test.describe('4. states and transitions', () => {
  test('startup with a stored user is authenticated, before the server has answered', async ({
    page,
    tester: rin,
  }) => {
    await enter(page, rin)
    await setServer(page, 'down')
    await page.goto('/')
    await expect(sidebarOf(page).getByText(`@${rin.username}`)).toBeVisible()
  })

  test('startup without a stored user is unauthenticated', async ({ page }) => {
    await page.goto('/login')
    expect(await stored(page)).toBeNull()
    await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  })

  test('a sign-in is authenticating while it is under way, and cannot begin twice', async ({
    page,
    tester: rin,
  }) => {
    let asked = 0
    let answer: () => void = () => undefined
    const answered = new Promise<void>(resolve => (answer = resolve))
    await page.route('**/parse/login', async route => {
      asked += 1
      await answered
      await route.continue()
    })
    await page.goto('/login')
    await page.getByLabel('Username').fill(rin.username)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(rin.password)
    const button = page.getByRole('button', { name: 'Sign in' })
    await button.click()
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Enter')
    await button.click({ force: true })
    answer()
    await expect(sidebarOf(page).getByText(`@${rin.username}`)).toBeVisible()
    expect(asked).toBe(1)
  })

  test('a failed sign-in is an error, from which another can begin', async ({ page, tester: rin }) => {
    await page.goto('/login')
    await page.getByLabel('Username').fill(rin.username)
    const password = page.getByRole('textbox', { name: 'Password', exact: true })
    await password.fill('not my password')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Wrong username or password.')
    await password.fill(rin.password)
    await page.keyboard.press('Enter')
    await expect(sidebarOf(page).getByText(`@${rin.username}`)).toBeVisible()
  })

  test('a log-out that fails keeps the current user, here and in the storage', async ({
    page,
    tester: rin,
  }) => {
    await signIn(page, rin)
    const before = await stored(page)
    await setServer(page, 'down')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByText('Logout failed.')).toBeVisible()
    await expect(sidebarOf(page).getByText(`@${rin.username}`)).toBeVisible()
    expect(await stored(page)).toBe(before)
  })

  test('a log-out of a session that has ended already succeeds', async ({ page }) => {
    const rin = await person()
    await enter(page, rin)
    // A question under way would be told that the session has ended, and the page would ask for the password.
    await quiet(page)
    await page.route('**/functions/**', route => route.abort())
    await endSessionsOf(rin)
    await page.getByRole('button', { name: 'Logout' }).dispatchEvent('click')
    await expect(page).toHaveURL('/login')
    expect(await stored(page)).toBeNull()
  })

  test('the current user is cached under a key of the application that ends in currentUser', async ({
    page,
    tester: rin,
  }) => {
    await signIn(page, rin)
    expect(JSON.parse((await stored(page)) ?? '{}')).toMatchObject({ username: rin.username })
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    expect(await stored(page)).toBeNull()
  })

  test('a request that fails from the server is tried again', async ({ page, tester: rin }) => {
    let failed = 0
    await page.route('**/parse/login', route => {
      failed += 1
      if (failed > 1) return route.continue()
      return route.fulfill({ status: 500, json: { code: 1, error: 'Internal server error.' } })
    })
    await signIn(page, rin)
    expect(failed).toBe(2)
  })
})

test('whoever tries too often sees how many seconds to wait', async ({ page }) => {
  const rin = await person()
  await page.goto('/login')
  await page.getByLabel('Username').fill(rin.username)
  const password = page.getByRole('textbox', { name: 'Password', exact: true })
  const alert = page.getByRole('alert')
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await password.fill(`not my password ${attempt}`)
    const answered = page.waitForResponse('**/parse/login')
    await page.keyboard.press('Enter')
    if ((await answered).status() === 429) break
  }
  await expect(alert).toContainText('Too many attempts.')
  await expect(alert).toContainText(/Try again in \d+ s\./)
  await expect(password).toHaveValue(/not my password/)
})
