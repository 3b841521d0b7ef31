import { expect, signIn, test } from './fixtures.ts'
import { person } from './people.ts'
import { linksTo } from './fixtures/mailbox.ts'

const linkTo = async (address: string, sign: string) => {
  const find = () => linksTo(address).findLast(link => link.includes(sign))
  await expect.poll(find).toBeTruthy()
  return find() as string
}

test('a forgotten password is replaced by the link in a mail, once', async ({ page }) => {
  const rin = await person()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(rin.email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('a mail with a link is on its way')).toBeVisible()

  const link = await linkTo(rin.email, 'request_password_reset')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  const password = 'another quite long phrase'
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await signIn(page, { ...rin, password })

  await page.goto(link)
  await expect(page.getByText('This link is invalid or has already been used.')).toBeVisible()
})

test('an address that nobody has gets the same answer', async ({ page }) => {
  await page.goto('/reset-password')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody-at-all@example.org')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('a mail with a link is on its way')).toBeVisible()
})

test('a new address is confirmed by the link in a mail', async ({ page }) => {
  const rin = await person()
  const link = await linkTo(rin.email, 'verify_email')
  await page.goto(link)
  await expect(page.getByText('Your e-mail address is verified.')).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('This link is invalid or has already been used.')).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(rin.email)
  await page.getByRole('button', { name: 'Send another link' }).click()
  await expect(
    page
      .getByRole('status')
      .or(page.getByRole('alert'))
      .filter({ hasText: /mail|verified/ })
      .first(),
  ).toBeVisible()
})
