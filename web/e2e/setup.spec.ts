// The first visit to a server that is not set up.
import { expect, expectAccessible, test } from './fixtures.ts'

test('a user who holds the token sets the server up with a keyboard alone, and it cannot be set up again', async ({
  page,
  ownServer,
}) => {
  const { address } = ownServer
  await page.goto(`${address}/`)
  await expect(page.getByText('This server is not set up yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'set it up' })).toHaveAttribute('href', '/setup')

  expect(ownServer.log()).toContain('touchstone admin setup-link')
  expect(ownServer.log()).not.toContain('token=')
  const link = ownServer.setupLink()
  expect(link.startsWith(address)).toBe(true)
  await page.goto(link)
  await expect(page.getByLabel('Username')).toBeFocused()
  await expect(page).toHaveURL(`${address}/setup`)
  await page.keyboard.type('mia')
  await page.keyboard.press('Tab')
  await page.keyboard.type('mia@example.org')
  await page.keyboard.press('Tab')
  await page.keyboard.type('a plain long phrase')
  await page.keyboard.press('Enter')

  const product = page.getByRole('textbox', { name: 'Product', exact: true })
  await expect(page).toHaveURL(`${address}/admin/setup/programme`)
  expect(await page.evaluate(() => sessionStorage.getItem('touchstone.setup'))).toBeNull()
  await expect(product).toHaveValue('Touchstone Swap')
  await product.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Lakeside Swap')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Lakeside')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://swap.example.org')
  await expect(page.getByRole('figure')).toContainText('Lakeside Swap')
  await expect(page.getByRole('figure')).toContainText('Powered by Lakeside')
  await page.keyboard.press('Enter')

  // A network can wait: with nothing chosen none is added.
  await expect(page).toHaveURL(`${address}/admin/setup/networks`)
  await page.getByRole('button', { name: 'Save and continue' }).press('Enter')
  await expect(page).toHaveURL(`${address}/admin/setup/response`)
  await page.reload()
  const hours = page.getByLabel('First answer to other reports, in hours')
  await hours.fill('24')
  await hours.press('Enter')
  await expect(page).toHaveURL(`${address}/admin/setup/access`)
  await page.getByRole('radio', { name: /^People with an invitation/ }).press('Enter')
  await expect(page).toHaveURL(`${address}/admin/setup/done`)
  await page.getByRole('button', { name: 'Create invitation link' }).press('Enter')
  await expect(page.getByRole('status', { name: 'Link for testers' })).toContainText(
    `${address}/sign-up?code=`,
  )
  await page.getByRole('link', { name: 'Open a failed swap, explained' }).press('Enter')
  await expect(page.getByText(/slippage|minimum|less than/i).first()).toBeVisible()
  await page.goto(`${address}/`)
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  await expect(sidebar.getByText('@mia')).toBeVisible()
  await expect(sidebar.getByRole('heading', { name: 'Admin' })).toBeVisible()
  // The page comes with the new names within a second.
  await expect(async () => {
    await page.reload()
    await expect(page).toHaveTitle('Lakeside Swap Beta Feedback', { timeout: 1000 })
  }).toPass()
  await expect(sidebar.getByText('Powered by Lakeside')).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Object not found.' })).toBeVisible()
  await page.goto(`${address}/`)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByText('This server is not set up yet.')).toBeHidden()
})

test('without the token a stranger gets no further, and what was typed survives a reload but for the password', async ({
  page,
  ownServer,
}) => {
  await page.goto(`${ownServer.address}/setup`)
  const token = page.getByRole('textbox', { name: 'Setup token' })
  await expect(token).toBeFocused()
  await token.fill('a guess that is as long as a token')
  await page.getByLabel('Username').fill('eve')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a plain long phrase')
  await page.keyboard.press('Enter')
  await expect(token).toHaveAccessibleDescription(/Wrong setup token/)
  await page.reload()
  await expect(page.getByLabel('Username')).toHaveValue('eve')
  await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toHaveValue('')
})

test('a name that the server refuses is complained about where it was typed', async ({ page, ownServer }) => {
  await page.goto(ownServer.setupLink())
  await page.getByLabel('Username').fill('not a plain name')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a plain long phrase')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('A username has 3 to 32 letters')
  await expect(page.getByLabel('Username')).toHaveValue('not a plain name')
})

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`on a narrow ${colorScheme} screen`, () => {
    test.use({ colorScheme, viewport: { width: 390, height: 844 } })

    test('every step is accessible and none scrolls sideways', async ({ page, ownServer }) => {
      test.setTimeout(120_000)
      const check = async () => {
        await expectAccessible(page)
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      }
      await page.goto(`${ownServer.address}/login`)
      await expect(page.getByText('This server is not set up yet.')).toBeVisible()
      await check()
      await page.goto(`${ownServer.address}/setup#token=wrong`)
      await expect(page.getByRole('textbox', { name: 'Setup token' })).toHaveAttribute('aria-invalid', 'true')
      await check()
      await page.goto('about:blank')
      await page.goto(ownServer.setupLink())
      await page.getByLabel('Username').fill('mia')
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a plain long phrase')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/admin\/setup\/programme$/)
      await page
        .getByRole('textbox', { name: 'Product', exact: true })
        .fill('A product with quite a long name that fills its line')
      await check()
      await page.getByRole('link', { name: 'Skip', exact: true }).click()
      await page.getByRole('checkbox', { name: /^Base Sepolia/ }).check()
      await expect(page.getByRole('checkbox', { name: /Use these public nodes/ })).toBeVisible()
      await page.getByText('Another network, or your own node').click()
      await expect(page.getByLabel('RPC URL')).toBeVisible()
      await check()
      for (const step of ['response', 'access', 'done']) {
        await page.getByRole('link', { name: 'Skip', exact: true }).click()
        await expect(page).toHaveURL(new RegExp(`/admin/setup/${step}$`))
        await check()
      }
      await page.getByRole('button', { name: 'Create invitation link' }).click()
      await expect(page.getByRole('status', { name: 'Link for testers' })).toBeVisible()
      await check()
    })
  })
}
