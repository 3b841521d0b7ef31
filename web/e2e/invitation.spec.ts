// A programme that takes people by invitation, as it does unless an administrator opens it.
import { expect, expectAccessible, test } from './fixtures.ts'
import { person, runAs } from './people.ts'

test('an invitation lets one person in, and says so when it is unknown or used up', async ({
  page,
  browser,
  ownServer: { address },
}) => {
  const admin = await person({ name: 'mia', isAdmin: true, server: address })
  const { code } = await runAs(admin, 'invitationCreate', { label: 'First', maxUses: 1 }, address)

  await page.goto(`${address}/login`)
  await expect(page.getByText('New here?')).toBeHidden()
  await page.getByLabel('Have an invitation?').fill('no-such-code')
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Invitation code' })
  await expect(field).toHaveValue('no-such-code')
  await page.getByLabel('Username').fill('rin')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('rin@example.org')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a plain long phrase')
  await page.keyboard.press('Enter')
  await expect(field).toHaveAccessibleDescription('This invitation is not known.')
  await expectAccessible(page)

  await field.fill(code)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('@rin')).toBeVisible()

  const other = await browser.newPage()
  await other.goto(`${address}/sign-up?code=${code}`)
  const again = other.getByRole('textbox', { name: 'Invitation code' })
  await expect(again).toHaveValue(code)
  await other.getByLabel('Username').fill('kai')
  await other.getByRole('textbox', { name: 'E-mail' }).fill('kai@example.org')
  await other.getByRole('textbox', { name: 'Password', exact: true }).fill('a plain long phrase')
  await other.keyboard.press('Enter')
  await expect(again).toHaveAccessibleDescription('This invitation is used up.')
  await other.close()
})
