import { enter, expect, signIn, test } from './fixtures.ts'
import { person } from './people.ts'

test('the profile lists the sessions and ends the others', async ({ page, browser }) => {
  const rin = await person()
  const elsewhere = await browser.newPage()
  await enter(elsewhere, rin)
  await signIn(page, rin)
  await page.getByRole('link', { name: `Your profile, @${rin.username}` }).click()
  await page.getByRole('tab', { name: 'Security' }).click()
  const sessions = page.getByRole('table', { name: 'Sessions' })
  await expect(sessions.getByRole('row')).toHaveCount(3)
  await expect(sessions.getByText('This one')).toHaveCount(1)
  await page.getByRole('button', { name: 'Sign out others' }).click()
  await expect(page.getByText('Session ended.')).toBeVisible()
  await expect(sessions.getByRole('row')).toHaveCount(2)
  await elsewhere.goto('/')
  await expect(elsewhere).toHaveURL('/login')
  await elsewhere.close()
})

test('the password is changed by whoever knows the old one, and the other sessions end', async ({
  page,
  browser,
}) => {
  const rin = await person()
  const elsewhere = await browser.newPage()
  await enter(elsewhere, rin)
  await signIn(page, rin)
  await page.goto(`/u/${rin.username}?tab=security`)
  const old = page.getByRole('textbox', { name: 'Current password' })
  const password = 'quite another long phrase'

  await old.fill('not my password')
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(old).toHaveAccessibleDescription('Wrong password.')

  await old.fill(rin.password)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed.')).toBeVisible()
  await expect(old).toHaveValue('')

  await page.goto('/issues')
  await expect(page.getByText(`@${rin.username}`)).toBeVisible()
  await elsewhere.goto('/issues')
  await expect(elsewhere).toHaveURL(/\/login/)
  await elsewhere.close()
  await page.getByRole('button', { name: 'Logout' }).click()
  await signIn(page, { ...rin, password })
})

test('a new name is taken at once, and one that is taken is not', async ({ page }) => {
  const [rin, kai] = [await person(), await person()]
  const name = `${rin.username}-b`
  await enter(page, rin, `/u/${rin.username}?tab=security`)
  const field = page.getByRole('textbox', { name: 'Username' })
  await field.fill(kai.username)
  await page.getByRole('button', { name: 'Change name' }).click()
  await expect(field).toHaveAccessibleDescription(/This user name is taken/)
  await field.fill('a name with blanks')
  await page.getByRole('button', { name: 'Change name' }).click()
  await expect(field).toHaveAccessibleDescription(/A username has 3 to 32 letters/)
  await field.fill(name)
  await page.getByRole('button', { name: 'Change name' }).click()
  await expect(page.getByText(`You are @${name} now.`)).toBeVisible()
  await expect(page).toHaveURL(`/u/${name}?tab=security`)
  await expect(page.getByRole('link', { name: `Your profile, @${name}` })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Security' })).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await signIn(page, { ...rin, username: name })
})

test('the profile of somebody else has what everybody may see and nothing more, that of nobody is not there', async ({
  page,
  tester,
}) => {
  await enter(page, tester, '/u/juno')
  await expect(page.getByRole('link', { name: /Permit expired right after signing/ })).toBeVisible()
  await expect(page.getByText('@example.org')).toHaveCount(0)
  await expect(page.getByRole('tab')).toHaveCount(0)
  await page.goto('/u/nobody-of-this-name')
  await expect(page.getByRole('heading', { name: 'Object not found.' })).toBeVisible()
})

test('a sessions list that does not come fails alone and can be asked again', async ({ page, tester }) => {
  await page.route('**/parse/classes/_Session', route =>
    route.fulfill({ status: 400, json: { code: 119, error: 'no' } }),
  )
  await enter(page, tester, `/u/${tester.username}?tab=security`)
  await expect(page.getByRole('heading', { name: 'Couldn’t load the sessions.' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible()
  await page.unroute('**/parse/classes/_Session')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('This one')).toBeVisible()
})
