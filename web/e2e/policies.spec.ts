// Privacy, terms and rules: published by an administrator, read by everyone, accepted by testers.
import { expect, expectAccessible, test } from './fixtures.ts'
import { logIn, runAs } from './people.ts'
import { openProgramme, trusted } from './fixtures/seed.ts'

test('a page is read by visitors, accepted at sign-up, and asked for again in its next version', async ({
  page,
  ownServer: { address },
}) => {
  test.setTimeout(120_000)
  const programme = await openProgramme({ server: address, username: 'mia' })
  // Publishing takes a session of the last few minutes.
  const mia = await logIn(programme.admin, address)
  const publish = (version: number, body: string) =>
    runAs(mia, 'policyPublish', { kind: 'terms', body, asks: true, version }, address)
  await publish(0, '## Conduct\n\nBe kind.')
  const { code } = await runAs(programme.admin, 'invitationCreate', { label: 'First', maxUses: 2 }, address)
  // Accounts of plain clients exist without an answer.
  const juno = await trusted('juno', programme)
  await expect(
    programme.report(juno, { title: 'The price jumps', body: 'After some minutes.' }),
  ).rejects.toThrow(/POLICY_NOT_ACCEPTED/)

  await page.goto(`${address}/legal/terms`)
  await expect(page.getByRole('heading', { level: 2, name: 'Conduct' })).toBeVisible()
  await expectAccessible(page)
  await expect(async () => {
    await page.goto(`${address}/sign-up?code=${code}`)
    await expect(page.getByRole('checkbox', { name: /I have read and accept: Terms/ })).toBeVisible({
      timeout: 1000,
    })
  }).toPass()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: /I have read and accept: Terms/ }).check()
  await page.getByLabel('Username').fill('rin')
  await page.getByRole('textbox', { name: 'E-mail' }).fill('rin@example.org')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a plain long phrase')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('@rin')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await publish(1, '## Conduct\n\nBe kind and exact.')
  await page.goto(`${address}/issues/new?title=The+price+jumps`)
  const dialog = page.getByRole('dialog', { name: 'Before you take part' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await expect(dialog).toBeHidden()
  const { rows } = await runAs(programme.admin, 'policyAcceptances', {}, address)
  expect(
    rows.map(({ username, version }: { username: string; version: number }) => [username, version]),
  ).toEqual([
    ['rin', 1],
    ['rin', 2],
  ])
})
