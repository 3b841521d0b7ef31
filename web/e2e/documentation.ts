// The pictures in README.md: exactly the files of docs/pictures, all but watch.png, which Prometheus draws.
import type { Page } from '@playwright/test'
import { enter, expect, settled, test } from './fixtures.ts'
import { demoPerson, FULL } from './fixtures/demo.ts'
import { type Person, runAs } from './people.ts'

const FOLDER = '../docs/pictures'
/** What a wallet says of a swap that failed. */
const ERROR = 'execution reverted: UniswapV2Router: INSUFFICIENT_OUTPUT_AMOUNT'

test.setTimeout(120_000)
test.use({ viewport: { width: 1440, height: 900 } })

/** Shows a page, as it is once everything has come. */
async function open(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page)
  await page.evaluate(() => document.fonts.ready)
}

const keep = (page: Page, name: string) =>
  page.screenshot({ path: `${FOLDER}/${name}.png`, animations: 'disabled' })

test('a tester pastes an error and reads why the swap failed', async ({ page }) => {
  await enter(page, await demoPerson('rin'))
  await open(page, '/')
  await page.getByLabel('What went wrong').fill(ERROR)
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByRole('region', { name: 'What happened' })).toBeVisible()
  await settled(page)
  await keep(page, 'pasted')
})

test('an administrator reads a failure and decides', async ({ page }) => {
  const maren = await demoPerson('maren')
  await enter(page, maren)
  const number = await openFailureInTriage(page, maren)
  await keep(page, 'triage')
  await open(page, `/issues/${number}`)
  await page
    .getByRole('region', { name: 'Evidence' })
    .getByRole('button', { expanded: false })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'What happened' })).toBeVisible()
  await settled(page)
  await keep(page, 'explained')
})

/** Opens the first waiting report whose transaction failed, and returns its number. */
async function openFailureInTriage(page: Page, person: Person): Promise<number> {
  const { rows } = await runAs(
    person,
    'searchIssues',
    { query: 'is:new has:tx', sort: 'affected', limit: 10 },
    FULL,
  )
  for (const { number } of rows) {
    await open(page, `/issues/triage?number=${number}`)
    if (await page.getByRole('heading', { name: 'Point of failure' }).isVisible()) return number
  }
  throw new Error('No waiting report of the demo has a failed transaction.')
}
