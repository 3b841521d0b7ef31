// Pictures of decisions that are appealed: as the tester reads them, and as another administrator does.
import { shoot, visit, WINDOWS } from './camera.ts'
import { enter, expect, settled, test } from './fixtures.ts'
import { demoPerson, FULL } from './fixtures/demo.ts'
import { type Person, person, runAs } from './people.ts'

const WHY = 'It happens on both of my machines, with two wallets, every single time.'
const REPORT = {
  kind: 'bug',
  area: 'swap',
  title: 'The approval is asked for twice in a row',
  body: 'I approve the token, and the page asks for the very same approval again at once.',
}

/** A report that was closed and points that were taken; gives the number of the report. */
async function decidedAbout(rin: Person): Promise<number> {
  const maren = await demoPerson('maren')
  const { builds } = await runAs(rin, 'programme', {}, FULL)
  const { number } = await runAs(rin, 'issueSubmit', { ...REPORT, build: builds[0].id }, FULL)
  const reason = 'No one else has seen this, and we could not make it happen.'
  await runAs(maren, 'issueClose', { number, resolution: 'not_reproducible', reason }, FULL)
  for (const amount of [40, -12]) {
    const points = { user: rin.objectId, amount, reason: 'Looked at by hand.', rule: 'manual' }
    await runAs(maren, 'pointsAdjust', points, FULL)
  }
  return number
}

async function appealAll(rin: Person, number: number) {
  const { issue } = await runAs(rin, 'issueGet', { number }, FULL)
  const { entries, season } = await runAs(rin, 'pointsMine', {}, FULL)
  const subjects = [
    { subjectType: 'issue_closed', subjectId: issue.id },
    ...entries.map(({ seq }: { seq: number }) => ({ subjectType: 'points', subjectId: `${season}:${seq}` })),
  ]
  for (const subject of subjects) await runAs(rin, 'appealOpen', { ...subject, body: WHY }, FULL)
}

for (const { form, viewport } of WINDOWS) {
  test.describe(form, () => {
    test.use({ viewport })

    test('decisions that are appealed', async ({ page }) => {
      const rin = await person({ server: FULL })
      const number = await decidedAbout(rin)
      await enter(page, rin, `/issues/${number}`)
      await visit(page, `/issues/${number}`, 'full/issue-closed-own')
      await page.getByRole('button', { name: 'Appeal' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await shoot(page, 'full/appeal', { screen: true })
      await appealAll(rin, number)
      await visit(page, `/issues/${number}`, 'full/issue-appealed')
      await enter(page, await demoPerson('jules'), '/review/appeals')
      await settled(page)
      await shoot(page, 'full/review-appeals')
    })
  })
}
