// What was decided about a report and about points is appealed, and another administrator does the opposite.
import { enter, expect, expectAccessible, settled, test } from './fixtures.ts'
import { openProgramme, PERMIT, trusted } from './fixtures/seed.ts'
import { person, runAs } from './people.ts'

const WHY = 'It happens on both of my machines, every single time.'
const ANSWER = 'You are right, it was looked at again.'

test('a closed report and points that were taken are appealed, read by another, and put right', async ({
  page: tester,
  browser,
  ownServer: { address },
}) => {
  const programme = await openProgramme({ server: address, username: 'mia' })
  const ondra = await person({ username: 'ondra', isAdmin: true, server: address })
  const rin = await trusted('rin', programme)
  const number = await programme.report(rin, PERMIT)
  await runAs(
    programme.admin,
    'issueClose',
    { number, resolution: 'wont_fix', reason: 'Nobody else has seen this so far.', confirm: true },
    address,
  )
  for (const amount of [30, -12]) {
    await runAs(
      programme.admin,
      'pointsAdjust',
      { user: rin.objectId, amount, reason: 'Looked at by hand.', rule: 'manual' },
      address,
    )
  }

  await enter(tester, rin, `/issues/${number}`, address)
  await tester.getByRole('button', { name: 'Appeal' }).click()
  await tester.getByLabel('Why the decision is wrong').fill(WHY)
  await tester.getByRole('button', { name: 'Send appeal' }).click()
  await expect(tester.getByRole('button', { name: 'Your appeal is being read' })).toBeVisible()
  await expectAccessible(tester)

  await tester.goto(`${address}/leaderboard`)
  await tester.getByRole('row', { name: 'Rank 1, rin, 18 points' }).press('Enter')
  const ledger = tester.getByRole('complementary', { name: 'Your ledger' })
  const taken = ledger.getByRole('listitem').filter({ hasText: '−12' })
  await taken.getByRole('button', { name: 'Ask about this entry' }).click()
  await tester.getByLabel('Why the decision is wrong').fill(WHY)
  await tester.getByRole('button', { name: 'Send appeal' }).click()
  await expect(taken.getByRole('button', { name: 'Your appeal is being read' })).toBeVisible()

  const context = await browser.newContext({ colorScheme: 'dark' })
  const desk = await context.newPage()
  await enter(desk, ondra, '/review/appeals', address)
  const queue = desk.getByRole('list', { name: 'Waiting appeals' })
  await queue.getByRole('button', { name: /a closed report/ }).click()
  await expectAccessible(desk)
  await desk.getByLabel(/^Answer to @rin/).fill(ANSWER)
  await desk.getByRole('button', { name: `Reopen #${number}` }).click()
  await expect(desk.getByText('Upheld. @rin was notified.')).toBeVisible()
  await expect(queue.getByRole('button')).toHaveText(/points/)
  await desk.getByLabel(/^Answer to @rin/).fill(ANSWER)
  await desk.getByRole('button', { name: 'Give back 12' }).click()
  await expect(desk.getByText('No appeals.')).toBeVisible()
  await settled(desk)
  await context.close()

  const { issue } = await runAs(rin, 'issueGet', { number }, address)
  expect(issue.status).toBe('new')
  const { standing } = await runAs(rin, 'myStanding', {}, address)
  expect(standing.total).toBe(30)
})
