// Interaction to Next Paint of a keystroke, in a programme of ten thousand issues, on a processor four times as slow.
import type { Page } from '@playwright/test'
import { enter, expect, settled, test } from './fixtures.ts'
import { interactionsOf, slowDown, watchInteractions } from './fixtures/interactions.ts'
import { fillWithIssues } from './fixtures/many-issues.ts'

const ISSUES = 10_000
const SLOWER = 4
/** What feels immediate, in milliseconds. */
const IMMEDIATE = 100

test.use({ trace: 'off' })
test.setTimeout(300_000)

/** Presses keys as a hand does. The pause is part of what is measured: each answer has the page to itself. */
async function press(page: Page, keys: Iterable<string>) {
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(120)
  }
}

async function measure(page: Page, name: string, act: () => Promise<void>): Promise<number> {
  await settled(page)
  await slowDown(page, SLOWER)
  await watchInteractions(page)
  await act()
  const { count, longest, median, slowest, order } = await interactionsOf(page)
  await slowDown(page, 1)
  console.log(`${name}: longest ${longest} ms (${slowest}, ${order} of ${count}), median ${median} ms`)
  return longest
}

test('a keystroke is answered at once in the list, in triage and in the report form', async ({
  page,
  ownServer: { address, database },
}) => {
  const { reader, admin } = await fillWithIssues(address, database, ISSUES)
  const found: Record<string, number> = {}

  await enter(page, reader, '/issues', address)
  await expect(page.getByText('of 10,000')).toBeVisible()
  found['list, moving'] = await measure(page, 'list, j and k', () => press(page, 'jjjjjjjjkkkkjjjjjjjj'))
  found['list, typing'] = await measure(page, 'list, search', async () => {
    await page.keyboard.press('/')
    await press(page, 'slippage of the quote')
  })

  await enter(page, reader, '/issues/new', address)
  await page.getByRole('textbox', { name: /Title/ }).focus()
  found['report, title'] = await measure(page, 'report, title', () =>
    press(page, 'Quote refreshes while the wallet is open'),
  )
  await page.getByRole('textbox', { name: /What happened/ }).focus()
  found['report, body'] = await measure(page, 'report, body', () =>
    press(page, 'It happens every time, also with another wallet.'),
  )

  await enter(page, admin, '/issues/triage', address)
  found['triage, moving'] = await measure(page, 'triage, j and k', () => press(page, 'jjjjjkkkjjjj'))
  found['triage, deciding'] = await measure(page, 'triage, decide', async () => {
    for (let report = 0; report < 5; report += 1) {
      await press(page, ['1', '3'])
      await page.waitForTimeout(400)
    }
  })

  for (const [where, longest] of Object.entries(found)) expect(longest, where).toBeLessThan(IMMEDIATE)
})
