// An administrator decides ten cases by keys; somebody who was linked appeals, and another administrator reads it.
import type { Page } from '@playwright/test'
import { enter, expect, expectAccessible, settled, test } from './fixtures.ts'
import { asOperator, type Person, person, runAs } from './people.ts'
import { openProgramme, type Programme, trusted } from './fixtures/seed.ts'
import { sql } from './fixtures/server.ts'

/** Long enough to be compared, and each pair's own. */
const textOf = (pair: number) =>
  `Case number ${pair}: when I press swap the price changes every time and it fails, I tried half a percent and one percent, then I went back to the first page and tried once more with another token but nothing helped at all`

const PAIRS = 10
type Decision = 'link' | 'dismiss' | 'watch' | 'ask'
/** What each of the ten gets, in the order they come. */
const DECISIONS: Decision[] = [
  'link',
  'dismiss',
  'link',
  'watch',
  'dismiss',
  'link',
  'ask',
  'dismiss',
  'watch',
  'link',
]

/** Two accounts that share a browser, a place to be paid, and a text. */
async function pairOf(number: number, programme: Programme, database: string): Promise<[Person, Person]> {
  const both: Person[] = []
  for (const letter of ['a', 'b']) {
    const tester = await trusted(`pair${number}-${letter}`, programme)
    const title = `The price changes, seen by pair ${number}${letter}`
    await programme.report(tester, { title, body: textOf(number) })
    const late = letter === 'a' ? 0 : 10
    sql(
      `update "_User" set "payoutAddress" = '0x${String(number).padStart(40, 'a')}' where "objectId" = '${tester.objectId}';
       insert into _touchstone.visit ("user", device, network, began, ended)
       select '${tester.objectId}', 'browser-${number}', 'home-${number}', t, t + interval '4 minutes'
       from (select now() - interval '5 days' + n * interval '1 day' + interval '${late} minutes' as t
             from generate_series(1, 4) n) visits`,
      database,
    )
    both.push(tester)
  }
  return both as [Person, Person]
}

const caseNumber = (desk: Page) => desk.getByText(/^Case F-\d+,/)

/** Decides the case in hand by keys alone. */
async function decide(desk: Page, decision: Decision) {
  if (decision !== 'link') return desk.keyboard.press({ dismiss: '2', watch: '3', ask: '4' }[decision])
  await desk.keyboard.press('1')
  await expect(desk.getByRole('dialog')).toBeVisible()
  await expect(desk.locator('dialog [type=radio]:checked')).toBeFocused()
  await desk.keyboard.press('Enter')
  // While it closes, keys are still its own.
  await expect(desk.getByRole('dialog')).toBeHidden()
}

test('an administrator decides ten cases by keys, and a link is appealed', async ({
  page: desk,
  browser,
  ownServer: { address, database },
}) => {
  test.setTimeout(300_000)
  const programme = await openProgramme({ server: address, username: 'mia' })
  const ondra = await person({ username: 'ondra', isAdmin: true, server: address })
  for (let number = 0; number < PAIRS; number += 1) await pairOf(number, programme, database)
  // The nightly scan has looked at nobody yet; it looks again as soon as it has not.
  sql('delete from _touchstone.risk_scan', database)
  await expect
    .poll(async () => (await runAs(programme.admin, 'riskCases', {}, address)).rows.length, {
      timeout: 120_000,
    })
    .toBe(PAIRS)

  await enter(desk, programme.admin, '/review/fairness', address)
  await expect(caseNumber(desk)).toBeVisible()
  await expectAccessible(desk)
  const linked: number[] = []
  for (const [order, decision] of DECISIONS.entries()) {
    const words = (await caseNumber(desk).textContent()) ?? ''
    const number = Number(/F-(\d+)/.exec(words)?.[1])
    // What a link would do is known before it is made.
    await expect(desk.getByText('rank of the remaining person')).toBeVisible()
    await decide(desk, decision)
    if (decision === 'link') linked.push(number)
    // One that was asked stays in the queue, as the last one does that is left in it.
    if (order < PAIRS - 1) await expect(caseNumber(desk)).not.toContainText(`F-${number},`)
  }
  await expect
    .poll(async () => (await runAs(programme.admin, 'riskCases', {}, address)).counts)
    .toMatchObject({ open: 1, asked: 1, watch: 2, decided: 7, linked: 4 })

  // One of those who were linked reads the kind of the reason, and appeals.
  const { case: one } = await runAs(programme.admin, 'riskCase', { number: linked[0] }, address)
  const name = one.members[0].person.username as string
  const { sessionToken, objectId } = await signedInAs(one.members[0].person.id, address)
  const context = await browser.newContext({ colorScheme: 'dark' })
  const tester = await context.newPage()
  const account = { objectId, username: name, email: '', isAdmin: false, sessionToken, password: '' }
  await enter(tester, account, '/leaderboard', address)
  await expect(tester.getByText('Your account is linked to another account.')).toBeVisible()
  await tester.getByRole('button', { name: 'Appeal' }).click()
  await tester.getByLabel('Why the decision is wrong').fill('My sister and I share a computer at home.')
  await tester.getByRole('button', { name: 'Send appeal' }).click()
  await expect(tester.getByText('Your appeal is being read.')).toBeVisible()
  await expectAccessible(tester)

  // Who decided does not read it; the other administrator does, and unlinks.
  await desk.goto(`${address}/review/appeals`)
  await expect(desk.getByText(/^You made this decision, so another/)).toBeVisible()
  await enter(desk, ondra, '/review/appeals', address)
  await desk.getByLabel(new RegExp(`^Answer to @${name}`)).fill('Thank you, that explains it well.')
  await desk.getByRole('button', { name: `Unlink @${name}` }).click()
  await expect(desk.getByText(`Upheld. @${name} was notified.`)).toBeVisible()
  await settled(desk)
  await tester.reload()
  await expect(tester.getByText('Your appeal was upheld.')).toBeVisible()
  await expect(tester.getByText(/^You are counted together/)).toHaveCount(0)
  await context.close()
})

/** A session of somebody, opened as an operator would. */
async function signedInAs(userId: string, server: string) {
  return (await asOperator('POST', 'loginAs', { userId }, server)) as {
    sessionToken: string
    objectId: string
  }
}
