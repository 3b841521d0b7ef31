import { enter, expect, settled, test } from './fixtures.ts'
import { person } from './people.ts'

test('the first Tab leads past the navigation', async ({ page, tester }) => {
  await enter(page, tester, '/issues')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test('signing in takes nothing but a keyboard', async ({ page }) => {
  const rin = await person()
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type(rin.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(rin.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('g and a letter go places, c writes a report', async ({ page, admin }) => {
  await enter(page, admin)
  for (const [keys, path] of [
    ['gi', '/issues'],
    ['gl', '/leaderboard'],
    ['gt', '/review/reports'],
    ['gr', '/review/reports'],
    ['gn', '/notifications'],
    ['gs', '/admin/settings'],
    ['gd', '/'],
    ['c', '/issues/new'],
  ] as const) {
    await page.keyboard.type(keys)
    await expect(page).toHaveURL(path)
  }
})

test('to a tester the key for the settings does nothing', async ({ page, tester }) => {
  await enter(page, tester)
  await page.keyboard.type('gs')
  await page.keyboard.type('gi')
  await expect(page).toHaveURL('/issues')
})

test('the palette finds by a few letters and goes there', async ({ page, tester }) => {
  await enter(page, tester)
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Search or jump to…')).toBeFocused()
  await page.keyboard.type('leader')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/leaderboard')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the slash opens the palette, Esc closes it, and among the issues it leads to their own search', async ({
  page,
  tester,
}) => {
  await enter(page, tester)
  await page.keyboard.press('/')
  await expect(page.getByPlaceholder('Search or jump to…')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/issues')
  await settled(page)
  await page.keyboard.press('/')
  await expect(page.getByRole('main').or(page.getByRole('banner')).getByRole('combobox')).toBeFocused()
})

test('the help sheet lists the keys, and can switch off those without Ctrl', async ({ page, tester }) => {
  await enter(page, tester)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Go to Leaderboard')).toBeVisible()
  await sheet.getByRole('switch').uncheck()
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.keyboard.type('gi')
  await page.keyboard.press('Control+k')
  await expect(page.getByPlaceholder('Search or jump to…')).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('keys are letters while the user types', async ({ page, tester }) => {
  const place = `/u/${tester.username}?tab=security`
  await enter(page, tester, place)
  const field = page.getByRole('textbox', { name: 'Current password' })
  await field.focus()
  await page.keyboard.type('gi?/')
  await expect(field).toHaveValue('gi?/')
  await expect(page).toHaveURL(place)
})

test('the theme is remembered before the first paint of the next visit', async ({ page, tester }) => {
  await enter(page, tester, `/u/${tester.username}?tab=preferences`)
  await page.getByText('Light', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(246, 248, 250)')
})

test.describe('with reduced motion', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('nothing moves', async ({ page, tester }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enter(page, tester)
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('complementary')).toHaveCSS('transition-duration', '0s')
  })
})
