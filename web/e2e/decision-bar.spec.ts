// The bar of decisions in triage: nothing on it is cut off, and a key that is held decides once.
import type { Page } from '@playwright/test'
import { enter, expect, settled, test } from './fixtures.ts'
import { openProgramme, trusted } from './fixtures/seed.ts'

const TITLES = [
  'Gas estimate is missing on review',
  'History lists failed swaps as done',
  'Fees are shown twice',
]

/** Triage with three reports in it, and an administrator before it. */
async function openTriage(page: Page, server: string) {
  const programme = await openProgramme({ server, username: 'mia' })
  const juno = await trusted('juno', programme)
  for (const title of TITLES)
    await programme.report(juno, { title, body: `${title}, every time.`, severityClaimed: 'S3' })
  await enter(page, programme.admin, '/issues/triage', server)
  await settled(page)
  await expect(page.getByText('3 waiting')).toBeVisible()
}

/** The words on buttons of the bar that do not fit into their place. */
const cutOff = (page: Page) =>
  page
    .getByRole('contentinfo')
    .or(page.locator('section > footer'))
    .last()
    .locator('button span')
    .evaluateAll(spans =>
      spans
        .filter(
          span => span.scrollWidth > span.clientWidth + 1 && getComputedStyle(span).display !== 'inline',
        )
        .map(span => span.textContent),
    )

test('every word of the decisions can be read, also what would be undone', async ({
  page,
  ownServer: { address },
}) => {
  await openTriage(page, address)
  const sizes = [
    [1440, 900],
    [1280, 800],
    [1024, 768],
    [768, 1024],
    [390, 844],
  ] as const
  const whole = async () => {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      expect(await cutOff(page), `at ${width} px`).toEqual([])
    }
  }
  await expect(page.getByRole('button', { name: /^Accept/ })).toContainText('then S1 to S4')
  await whole()
  await page.keyboard.press('1')
  await page.keyboard.press('1')
  await expect(page.getByRole('button', { name: /^Undo/ })).toContainText(/#\d+ accepted as Critical/)
  await whole()
})

test('Enter that is held on a decision decides about one report', async ({
  page,
  ownServer: { address },
}) => {
  await openTriage(page, address)
  await page.getByRole('button', { name: /^Snooze/ }).focus()
  await page.keyboard.down('Enter')
  await expect(page.getByText('2 waiting')).toBeVisible()
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(page.getByRole('button', { name: /^Undo/ })).toContainText('snoozed')
  await settled(page)
  await expect(page.getByText('2 waiting')).toBeVisible()
})

test('what is said lies over none of the decisions, at a desk and on a phone', async ({
  page,
  ownServer: { address },
}) => {
  await openTriage(page, address)
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.keyboard.press('h')
    await expect(page.getByRole('button', { name: /^Undo/ })).toContainText('snoozed')
    await page.keyboard.press('u')
    const word = page.getByText(/is back in the queue/)
    await expect(word).toBeVisible()
    const toast = await page.locator('.Toastify__toast-container').boundingBox()
    const bar = await page.getByRole('button', { name: /^Accept/ }).boundingBox()
    expect((toast?.y ?? 0) + (toast?.height ?? 0), `at ${width} px`).toBeLessThanOrEqual(bar?.y ?? 0)
    await page.reload()
    await settled(page)
  }
})

test('long titles fit into the dialog that chooses what a report repeats', async ({
  page,
  ownServer: { address },
}) => {
  const programme = await openProgramme({ server: address, username: 'mia' })
  const juno = await trusted('juno', programme)
  const title = 'Dates of swaps on Sepolia are in the wrong time zone in the history of the last thirty days'
  for (const ending of ['', ' again', ' and in the export'])
    await programme.report(juno, { title: title + ending, body: `${title}, every time.` })
  await enter(page, programme.admin, '/issues/triage', address)
  await settled(page)
  await page.keyboard.press('2')
  const dialog = page.getByRole('dialog', { name: 'Duplicate of…' })
  await expect(dialog.getByRole('listitem').first()).toContainText('Dates of swaps')
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const beside = await dialog.evaluate(
      element =>
        [...element.querySelectorAll('*')].filter(
          each => each.getBoundingClientRect().right > element.getBoundingClientRect().right,
        ).length,
    )
    expect(beside, `at ${width} px`).toBe(0)
  }
})
