// A tester takes their data along, has their account deleted, and thinks better of it in time.
import { readFile } from 'node:fs/promises'
import { enter, expect, expectAccessible, test } from './fixtures.ts'
import { fresh, logIn, type Person, person, runAs } from './people.ts'

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

test('a tester downloads everything, asks for the deletion of the account, and keeps it after all', async ({
  page,
}) => {
  const rin = await fresh(await person())
  const title = `The chart of ${rin.username} stays empty after a swap`
  await reportOf(rin, title)
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
  await expect(page.getByText(/^Saved to your/)).toBeVisible()

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
  await expect(page.getByText(/^Your account will be deleted on/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByRole('button', { name: 'Delete account…' })).toBeVisible()
  await logIn(rin)
})

test('an administrator reads why the account stays, and what to do', async ({ page, admin }) => {
  await enter(page, admin, `/u/${admin.username}?tab=data`)
  await expect(page.getByText(/Administrators cannot delete their account/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete account…' })).toHaveCount(0)
})
