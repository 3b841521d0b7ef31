import type { Page } from '@playwright/test'
import { enter, expect, setServer, signIn, STORED, test } from './fixtures.ts'
import { endSessionsOf, person } from './people.ts'

test('a refused sign-in says why and keeps what was typed', async ({ page, tester: rin }) => {
  await page.goto('/login')
  await page.getByLabel('Username').fill(rin.username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('not my password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Wrong username or password.')
  await expect(page.getByLabel('Username')).toHaveValue(rin.username)
  await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toHaveValue('not my password')
  expect(await page.evaluate(key => localStorage.getItem(key), STORED)).toBeNull()
})

test('with the server down the sign-in says so, keeps what was typed, and works once it is back', async ({
  page,
  tester: rin,
}) => {
  await page.goto('/login')
  await setServer(page, 'down')
  await page.getByLabel('Username').fill(rin.username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(rin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('The server does not answer.')
  await setServer(page, 'up')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('the user is kept under the SDK’s own key, and the next visit begins signed in', async ({
  page,
  tester: rin,
}) => {
  await signIn(page, rin)
  const stored = JSON.parse((await page.evaluate(key => localStorage.getItem(key), STORED)) ?? '{}')
  expect(stored).toMatchObject({ className: '_User', username: rin.username })
  const visited: string[] = []
  page.on('framenavigated', frame => visited.push(new URL(frame.url()).pathname))
  await page.goto('/leaderboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
  expect(visited).not.toContain('/login')
})

test('a visit while the server is down keeps the user', async ({ page, tester: rin }) => {
  await enter(page, rin)
  await setServer(page, 'down')
  await page.goto('/issues')
  await expect(page.getByText(`@${rin.username}`)).toBeVisible()
})

test('a visit with a session that has ended leads to the sign-in page', async ({ page }) => {
  const rin = await person()
  await enter(page, rin)
  await endSessionsOf(rin)
  await page.goto('/issues')
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(key => localStorage.getItem(key), STORED)).toBeNull()
})

test('after signing in one is where one wanted to be', async ({ page, tester: rin }) => {
  await page.goto('/leaderboard')
  await page.getByLabel('Username').fill(rin.username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(rin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/leaderboard')
})

test('an address of a stranger is not where one wanted to be', async ({ page, tester: rin }) => {
  await enter(page, rin)
  for (const from of [
    '//evil.example/',
    'https://evil.example/',
    '/%5Cevil.example/',
    'javascript:alert(1)',
  ]) {
    await page.goto(`/login?from=${from}`)
    await expect(page.getByText(`@${rin.username}`)).toBeVisible()
    expect(new URL(page.url()).hostname).toBe('127.0.0.1')
  }
})

test('a new account is signed in at once', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Create an account' }).click()
  // The page before it has fields of the same names.
  const form = page.getByRole('form', { name: 'Create an account' })
  const name = `new-${Date.now()}`
  await form.getByLabel('Username').fill(name)
  await form.getByRole('textbox', { name: 'E-mail' }).fill(`${name}@example.org`)
  await form.getByRole('textbox', { name: 'Password', exact: true }).fill('correct horse battery staple')
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(`@${name}`)).toBeVisible()
})

test('a taken name is refused at its field', async ({ page, tester: rin }) => {
  await page.goto('/sign-up')
  await page.getByLabel('Username').fill(rin.username)
  await page.getByRole('textbox', { name: 'E-mail' }).fill('other@example.org')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('correct horse battery staple')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Username')).toHaveAccessibleDescription('This username is taken.')
  await expect(page.getByLabel('Username')).toHaveAttribute('aria-invalid', 'true')
})

/** Asks the server for something. LiveQuery may already have opened the dialog, which then covers the button. */
async function submitUnderDialog(page: Page) {
  await page.getByRole('button', { name: 'Change name' }).dispatchEvent('click')
}

test('a session that ends in the middle of typing is renewed in place, and nothing typed is lost', async ({
  page,
}) => {
  const rin = await person()
  await enter(page, rin, `/u/${rin.username}?tab=security`)
  await expect(page.getByText('This one')).toBeVisible()
  const half = `${rin.username}-anew`
  await page.getByRole('textbox', { name: 'Username' }).fill(half)
  await endSessionsOf(rin)
  await submitUnderDialog(page)

  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  const password = dialog.getByRole('textbox', { name: `Password of @${rin.username}` })
  await expect(password).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await password.fill('wrong')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText('Wrong username or password.')
  await password.fill(rin.password)
  await page.keyboard.press('Enter')

  await expect(dialog).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(half)
  await expect(page).toHaveURL(`/u/${rin.username}?tab=security`)
})

test('whoever does not want to sign in again may leave', async ({ page }) => {
  const rin = await person()
  await enter(page, rin, `/u/${rin.username}?tab=security`)
  await expect(page.getByText('This one')).toBeVisible()
  await endSessionsOf(rin)
  await page.getByRole('textbox', { name: 'Username' }).fill(`${rin.username}-anew`)
  await submitUnderDialog(page)
  await page.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/login')
})

test('what is done in one tab is done in the other', async ({ page, context }) => {
  const rin = await person()
  await enter(page, rin)
  const other = await context.newPage()
  await other.goto('/leaderboard')
  await expect(other.getByText(`@${rin.username}`)).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(other).toHaveURL('/login')
  await signIn(page, rin)
  await expect(other.getByText(`@${rin.username}`)).toBeVisible()
})
