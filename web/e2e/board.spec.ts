// Standings, rules, dashboards and settings, with the server that fills them.
import { expect, expectAccessible, signIn, test } from './fixtures.ts'
import { person, runAs } from './people.ts'

test('points given by hand stand on the board, in the own ledger and on the public list', async ({
  page,
  ownServer,
}) => {
  const server = ownServer.address
  const mia = await person({ name: 'mia', isAdmin: true, server })
  const rin = await person({ server })
  const { season } = await runAs(
    mia,
    'seasonSave',
    {
      name: 'Season 1',
      startsAt: new Date(Date.now() - 3_600_000).toISOString(),
      endsAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    },
    server,
  )
  await runAs(mia, 'seasonSetState', { number: season.number, state: 'live' }, server)
  await runAs(
    mia,
    'pointsAdjust',
    { user: rin.objectId, amount: 40, reason: 'Helped two testers on a call.', rule: 'manual' },
    server,
  )

  await signIn(page, rin, server)
  await expect(page.getByRole('region', { name: /^You/ })).toContainText('40')
  await page.goto(`${server}/leaderboard`)
  const own = page.getByRole('row', { name: `Rank 1, ${rin.username}, 40 points` })
  await expect(own).toBeVisible()
  await expectAccessible(page)
  await own.press('Enter')
  const ledger = page.getByRole('complementary', { name: 'Your ledger' })
  await expect(ledger).toContainText('+40')
  await page.keyboard.press('Escape')
  await expect(ledger).toBeHidden()

  await page.goto(`${server}/leaderboard/rules`)
  await expect(page.getByRole('row', { name: /Confirmed, Major/ })).toContainText('150')
  await expect(page.getByText(/in the reward pool/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Manual entries' }).click()
  await expect(page.getByText('Helped two testers on a call.')).toBeVisible()
  await expectAccessible(page)
})

test('an administrator changes a setting, and finds it in its history and in the audit', async ({
  page,
  ownServer,
}) => {
  const server = ownServer.address
  const mia = await person({ name: 'mia', isAdmin: true, server })
  await signIn(page, mia, server)
  await page.goto(`${server}/admin/settings/response`)
  await page.getByRole('textbox', { name: 'Decision', exact: true }).fill('9')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('1 saved.')).toBeVisible()
  await page.getByRole('button', { name: 'History of Decision' }).click()
  await expect(page.getByRole('dialog')).toContainText('v1')
  await page.getByRole('button', { name: 'Close' }).first().click()
  await page.goto(`${server}/admin/settings/audit`)
  await expect(page.getByText('promise.decisionDays')).toBeVisible()
  await expect(page.getByText(/Verified/)).toBeVisible()
  await expectAccessible(page)
})

test('the link of an invitation is shown when it is made, and the invitation is listed', async ({
  page,
  ownServer,
}) => {
  const server = ownServer.address
  const mia = await person({ name: 'mia', isAdmin: true, server })
  await signIn(page, mia, server)
  await page.goto(`${server}/admin/settings/access`)
  await page.getByRole('button', { name: 'New invitation' }).click()
  await page.getByLabel('Label').fill('Forum')
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await page.getByLabel('Link of the invitation').textContent()
  expect(link).toContain(`${server}/sign-up?code=`)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /Forum/ })).toContainText('0 / 25')
})

test('every page of the settings, and the dashboard, opens without a complaint', async ({
  page,
  ownServer,
}) => {
  const server = ownServer.address
  const mia = await person({ name: 'mia', isAdmin: true, server })
  await signIn(page, mia, server)
  await expect(page.getByRole('navigation', { name: 'State of the programme' })).toBeVisible()
  await expectAccessible(page)
  for (const [tab, shown] of [
    ['people', `@${mia.username}`],
    ['scoring', 'Choose a preset or change a number to see the effect.'],
    ['seasons', 'No season yet.'],
    ['about', 'This server'],
  ] as const) {
    await page.goto(`${server}/admin/settings/${tab}`)
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'did not load' })).toHaveCount(0)
    await expectAccessible(page)
  }
})
