// What each page says to a user who cannot see it.
import { enter, expect, setServer, test } from './fixtures.ts'

test('the sign-in page', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Touchstone Swap" [level=1]
      - paragraph: Beta Testing
      - form "Sign in":
        - textbox "Username"
        - textbox "Password"
        - button "Show password"
        - button "Sign in"
        - link "Forgot password?"
      - paragraph:
        - text: New here?
        - link "Create an account"
  `)
})

test('the shell of an administrator', async ({ page, admin }) => {
  await enter(page, admin)
  await expect(page.getByRole('complementary')).toMatchAriaSnapshot(`
    - complementary "Sidebar":
      - paragraph: Touchstone Swap
      - paragraph: Beta Testing
      - navigation "Main":
        - link "Dashboard"
        - link "Issues"
        - link "Leaderboard"
        - heading "Admin" [level=2]
        - link "Settings"
      - link /Your profile/
      - text: Admin
      - button "Logout"
      - text: Powered by Touchstone v0.1.0
  `)
})

test('asking for a new password answers the same for every address, or says that it cannot', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@example.org')
  await setServer(page, 'down')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByRole('alert')).toContainText('The server is not responding.')
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toHaveValue('nobody@example.org')
  await setServer(page, 'up')
})

test('without a network a bar says so', async ({ page, context, tester }) => {
  await enter(page, tester)
  await context.setOffline(true)
  await expect(page.getByText('You’re offline. What you see may be out of date.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('You’re offline. What you see may be out of date.')).toBeHidden()
})
