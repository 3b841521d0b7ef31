// A tester takes their data along and deletes their account; what others count on stays under a pseudonym.
import { readFile } from 'node:fs/promises'
import { enter, expect, expectAccessible, test } from './fixtures.ts'
import { logIn, type Person, person, runAs } from './people.ts'

async function reportOf(by: Person, title: string): Promise<number> {
  const { areas } = await runAs(by, 'programme', {})
  const { rows } = await runAs(by, 'builds', {})
  const said = {
    kind: 'bug',
    area: areas[0].key,
    build: rows[0].id,
    title,
    body: 'It is empty until I reload.',
  }
  return (await runAs(by, 'issueSubmit', said)).number
}

test('a tester downloads everything, deletes the account, and is gone for all but a pseudonym', async ({
  page,
  browser,
  admin,
}) => {
  const rin = await person()
  const title = `The chart of ${rin.username} stays empty after a swap`
  const number = await reportOf(rin, title)
  await enter(page, rin, `/u/${rin.username}`)
  await page.getByRole('tab', { name: 'Data' }).click()
  await expectAccessible(page)

  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toBe(`touchstone-${rin.username}.json`)
  const file = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(file.account).toMatchObject({ username: rin.username, email: rin.email })
  expect(file.reports.map((one: { title: string }) => one.title)).toEqual([title])
  expect(JSON.stringify(file)).not.toContain(rin.sessionToken)
  await expect(page.getByText(/^Saved\./)).toBeVisible()

  // By keys alone, at the width of a phone.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Delete account…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: `Delete @${rin.username}?` })
  await expect(dialog.getByRole('radio', { name: /^Keep it/ })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete account…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /^Erase it/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('somebody else')
  await page.keyboard.press('Enter')
  const name = dialog.getByRole('textbox')
  await expect(name).toHaveAccessibleDescription(/Type your name exactly/)
  await name.fill(rin.username)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Your account is deleted/)).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expectAccessible(page)

  await page.getByLabel('Username').fill(rin.username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(rin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText('The user name or the password is wrong.')
  await expect(logIn(rin)).rejects.toThrow()

  const desk = await browser.newPage()
  await enter(desk, admin, `/issues/${number}`)
  await expect(desk.getByRole('heading', { name: 'Erased report' })).toBeVisible()
  await expect(desk.getByText(title)).toHaveCount(0)
  const pseudonym = desk.getByText(/deleted-[a-z0-9]{8}/).first()
  await expect(pseudonym).toBeVisible()
  const [gone = ''] = /deleted-[a-z0-9]{8}/.exec((await pseudonym.textContent()) ?? '') ?? []
  await desk.goto(`/u/${gone}`)
  await expect(desk.getByRole('heading', { name: 'This account was deleted.' })).toBeVisible()
  await desk.goto(`/u/${rin.username}`)
  await expect(desk.getByRole('heading', { name: 'Object not found.' })).toBeVisible()
  await desk.goto('/leaderboard')
  await expect(desk.getByRole('heading', { level: 1 })).toBeVisible()
  await desk.close()
})

test('an administrator reads why the account stays, and what to do', async ({ page, admin }) => {
  await enter(page, admin, `/u/${admin.username}?tab=data`)
  await expect(page.getByText(/administrators cannot delete their account/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete account…' })).toHaveCount(0)
})
