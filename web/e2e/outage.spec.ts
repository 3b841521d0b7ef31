// The process of the server ends, and begins again.
import { expect, signIn, test } from './fixtures.ts'
import { person } from './people.ts'

test('a signed-in user stays signed in while the server is gone, loses nothing typed, and goes on when it is back', async ({
  page,
  ownServer,
}) => {
  const rin = await person({ isAdmin: true, server: ownServer.address })
  await signIn(page, rin, ownServer.address)
  await page.goto(`${ownServer.address}/u/${rin.username}`)
  const password = page.getByRole('textbox', { name: 'New password' })
  await page.getByRole('textbox', { name: 'Current password' }).fill(rin.password)
  await password.fill('another quite long phrase')

  await ownServer.stop()
  await page.getByRole('button', { name: 'Change password' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'The server is not responding.' })
  await expect(alert).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByText('Logout failed.')).toBeVisible()
  await expect(page.getByText(`@${rin.username}`).first()).toBeVisible()

  await ownServer.start()
  await expect(password).toHaveValue('another quite long phrase')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed.')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(`${ownServer.address}/login`)
})

test('a page that was never loaded does not destroy the app while the network is gone', async ({
  page,
  context,
  ownServer,
}) => {
  const rin = await person({ server: ownServer.address })
  await signIn(page, rin, ownServer.address)
  await page.goto(`${ownServer.address}/issues`)
  await expect(page.getByRole('heading', { level: 1, name: 'Issues' })).toBeVisible()
  // As after a visit by address: the code of no other page is here.
  await page.route(/assets.*leaderboard/, route => route.abort())
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Leaderboard' }).first().click()
  await expect(page.getByText('This page has not been loaded yet.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Issues' }).first()).toBeVisible()
  await page.unroute(/assets.*leaderboard/)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
})
