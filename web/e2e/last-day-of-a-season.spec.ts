// The last day of a season: what is open is decided, the results are checked and sealed, and the next one begins.
import type { Page } from '@playwright/test'
import { enter, expect, settled, test } from './fixtures.ts'
import { asOperator, person, runAs } from './people.ts'
import { daysFromNow, openProgramme, trusted } from './fixtures/seed.ts'

const FOUND = [
  { by: 'rin', title: 'Approval asks for more than the amount shown', severity: 'S1' },
  { by: 'kai', title: 'Route over two pools loses three percent', severity: 'S2' },
  { by: 'juno', title: 'Gas estimate is missing on the review screen', severity: 'S3' },
]
const OPEN = 'History lists failed transactions as done'
const BODY = 'It happens every time, also in a private window, since the last build.'

/** A season of eight weeks that ends this evening, with something still open. */
async function eightWeeks(server: string) {
  const season = { startsAt: daysFromNow(-56), endsAt: daysFromNow(0.4) }
  const programme = await openProgramme({ server, username: 'mia', season })
  const testers = new Map<string, Awaited<ReturnType<typeof person>>>()
  for (const { by, title, severity } of FOUND) {
    const tester = await trusted(by, programme)
    testers.set(by, tester)
    const number = await programme.report(tester, { title, body: BODY })
    await runAs(programme.admin, 'issueAccept', { number, severity }, server)
  }
  const [rin, juno] = [testers.get('rin'), testers.get('juno')]
  if (!rin || !juno) throw new Error('The demo user is missing.')
  await programme.report(juno, {
    title: OPEN,
    body: BODY,
    steps: ['Swap', 'Reject it'],
    severityClaimed: 'S3',
  })
  return { programme, rin, juno }
}

const row = (desk: Page, season: string) => desk.getByRole('listitem').filter({ hasText: season })

/** Takes a season one step on, after what the checklist says. */
async function step(desk: Page, season: string, word: string, says: string[]) {
  await row(desk, season).getByRole('button', { name: word }).click()
  const dialog = desk.getByRole('dialog', { name: season })
  for (const sentence of says) await expect(dialog.getByText(sentence)).toBeVisible()
  return dialog
}

test('the last day of a season', async ({ page: desk, browser, ownServer: { address } }) => {
  test.setTimeout(120_000)
  const { programme, rin, juno } = await eightWeeks(address)
  const tester = await (await browser.newContext({ colorScheme: 'dark' })).newPage()

  // Before: the first place is rin's, and not final.
  await enter(tester, rin, '/leaderboard', address)
  await expect(tester.getByRole('row', { name: 'Rank 1, rin, 240 points' })).toContainText('240 provisional')

  // The checklist says what is open; that is decided first, by two keys.
  await enter(desk, programme.admin, '/admin/settings/seasons', address)
  const early = await step(desk, 'Autumn', 'End…', [
    '1 report of the season waits for a decision.',
    '3 confirmed reports are not settled yet.',
    'Every entry of the ledger verifies.',
  ])
  await early.getByRole('button', { name: 'Cancel' }).click()
  await desk.keyboard.press('g')
  await desk.keyboard.press('t')
  await expect(desk.getByRole('heading', { name: OPEN })).toBeVisible()
  await desk.keyboard.press('1')
  await desk.keyboard.press('d')
  await expect(desk.getByText('Nothing waiting.')).toBeVisible()

  await desk.goto(`${address}/admin/settings/seasons`)
  const ends = await step(desk, 'Autumn', 'End…', ['All reports of the season are triaged.'])
  await ends.getByRole('button', { name: 'End now' }).click()
  await expect(row(desk, 'Autumn')).toContainText('Being checked')
  await tester.reload()
  await expect(tester.getByText(/^Results are being checked until/)).toBeVisible()

  // Sealing settles what is open, and cannot be undone.
  const seals = await step(desk, 'Autumn', 'Make it final…', ['4 confirmed reports are not settled yet.'])
  await seals.getByRole('button', { name: 'Make it final' }).click()
  await expect(row(desk, 'Autumn')).toContainText('Final')
  const verified = await runAs(juno, 'ledgerVerify', { season: 1 }, address)
  expect(verified.ok).toBe(true)
  const sealed = verified.headHash as string
  await expect(row(desk, 'Autumn').getByTitle(sealed)).toBeVisible()

  // Nothing enters any more, whatever the way.
  const given = { user: rin.objectId, amount: 50, reason: 'For a call after the end.', rule: 'manual' }
  await runAs(programme.admin, 'pointsAdjust', given, address)
  const late = { season: 1, seq: 1, reason: 'It was for another user.' }
  await expect(runAs(programme.admin, 'pointsReverse', late, address)).rejects.toThrow(/SEASON_FINAL/)
  await expect(asOperator('POST', 'classes/PointsEntry', { season: 1 }, address)).rejects.toThrow()
  expect((await runAs(juno, 'ledgerVerify', { season: 1 }, address)).headHash).toBe(sealed)

  // The next one is planned and opened.
  await desk.getByRole('button', { name: 'New season' }).click()
  const plan = desk.getByRole('dialog', { name: 'New season' })
  await plan.getByLabel('Name').fill('Winter')
  await plan.getByLabel('Begins, UTC').fill(daysFromNow(1).slice(0, 16))
  await plan.getByLabel('Ends, UTC').fill(daysFromNow(57).slice(0, 16))
  await plan.getByRole('button', { name: 'Save' }).click()
  await expect(row(desk, 'Winter')).toContainText('Planned')
  const opens = await step(desk, 'Winter', 'Start…', [])
  await opens.getByRole('button', { name: 'Start now' }).click()
  await expect(row(desk, 'Winter')).toContainText('Running')

  // The tester sees the end of the one, checks it, and the beginning of the other.
  await tester.goto(`${address}/leaderboard/seasons/1`)
  await expect(tester.getByText('sealed as')).toBeVisible()
  await expect(tester.getByTitle(sealed).first()).toBeVisible()
  const place = tester.getByRole('row', { name: 'Rank 1, rin, 400 points' })
  await expect(place).toBeVisible()
  await expect(place).not.toContainText('provisional')
  await expect(tester.getByRole('row', { name: 'Rank 2, kai, 150 points' })).toBeVisible()
  await expect(tester.getByRole('row', { name: 'Rank 3, juno, 100 points' })).toBeVisible()
  await tester.getByRole('button', { name: 'verify' }).click()
  await expect(tester.getByText(`${verified.entries} entries add up`)).toBeVisible()
  await tester.goto(`${address}/leaderboard`)
  await expect(tester.getByRole('combobox', { name: 'Season' })).toHaveValue('2')
  await tester.goto(`${address}/u/rin?tab=points`)
  await settled(tester)

  const number = await programme.report(rin, {
    title: 'Slippage field accepts a negative number',
    body: BODY,
  })
  await runAs(programme.admin, 'issueAccept', { number, severity: 'S3' }, address)
  await tester.goto(`${address}/leaderboard`)
  await expect(tester.getByRole('row', { name: /^Rank 1, rin, / })).toBeVisible()
  expect((await runAs(juno, 'ledgerVerify', { season: 1 }, address)).headHash).toBe(sealed)
  await tester.context().close()
})
