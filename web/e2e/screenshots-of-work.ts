// Pictures of what is worked on step by step: missions, the review of each kind, and a payout.
import { type Page } from '@playwright/test'
import { shoot, visit, WINDOWS } from './camera.ts'
import { enter, expect, settled, test } from './fixtures.ts'
import { demoPerson, FULL } from './fixtures/demo.ts'
import { runAs } from './people.ts'

const REVIEWS = ['reports', 'missions', 'appeals', 'fairness', 'points']
const STEPS = ['season', 'amounts', 'people', 'wallets', 'bundle']

test.setTimeout(240_000)

for (const { form, viewport } of WINDOWS) {
  test.describe(form, () => {
    test.use({ viewport })

    test('missions', async ({ page }) => {
      await enter(page, await demoPerson('rin'))
      for (const slug of ['fee-token', 'first-swap', 'hardware-approval', 'first-week'])
        await visit(page, `/missions/${slug}`, `full/mission-${slug}`)
      for (const show of ['all', 'done']) await visit(page, `/missions?show=${show}`, `full/missions-${show}`)
      const maren = await demoPerson('maren')
      await enter(page, maren)
      await visit(page, '/missions', 'full/missions-admin')
      await visit(page, '/missions/fee-token', 'full/mission-fee-token-admin')
      for (const slug of ['fee-token', 'split-route']) {
        const { mission } = await runAs(maren, 'missionGet', { mission: slug }, FULL)
        await visit(page, `/admin/settings/missions/${mission.id}`, `full/mission-editor-${slug}`)
      }
      await visit(page, '/admin/settings/missions/new', 'full/mission-editor-new')
    })

    test('review', async ({ page }) => {
      const jules = await demoPerson('jules')
      await enter(page, jules)
      for (const kind of REVIEWS) await visit(page, `/review/${kind}`, `full/review-${kind}`)
      const { rows } = await runAs(jules, 'riskCases', {}, FULL)
      for (const { number } of rows.slice(0, 2))
        await visit(page, `/review/fairness/F-${number}`, `full/review-fairness-F-${number}`)
    })
  })
}

/** One after the other, because it can be voided once. */
test('a payout', async ({ page }) => {
  const maren = await demoPerson('maren')
  const paid = await demoPerson('kai')
  await everyWindow(page, async () => {
    await enter(page, paid)
    await visit(page, '/payouts/1', 'full/payout')
    await enter(page, maren)
    await visit(page, '/payouts/1', 'full/payout-admin')
    await visit(page, '/admin/settings/rewards?season=1', 'full/payout-published')
  })
  const { rows } = await runAs(maren, 'rewardList', { season: 1 }, FULL)
  const reason = 'The pool was meant for two seasons.'
  await runAs(maren, 'rewardVoid', { export: rows[0].id, reason }, FULL)
  await everyWindow(page, () => visit(page, '/payouts/1', 'full/payout-void'))
  await page.setViewportSize(WINDOWS[0].viewport)
  await page.goto('/admin/settings/rewards?season=1&step=amounts')
  await page.getByLabel('Network').selectOption({ label: 'Sepolia' })
  await page.getByLabel('Token', { exact: true }).selectOption({ label: 'USDC' })
  await page.getByLabel('Pool', { exact: true }).fill('5,000')
  await expect(page.getByRole('table', { name: 'Who gets what' })).toBeVisible()
  await settled(page)
  await everyWindow(page, async () => {
    for (const step of STEPS)
      await visit(page, `/admin/settings/rewards?season=1&step=${step}`, `full/payout-step-${step}`)
  })
  await page.setViewportSize(WINDOWS[0].viewport)
  await page.getByRole('button', { name: /^Build/ }).click()
  await expect(page.getByText(/^0x[0-9a-f]{64}$/).first()).toBeVisible()
  await settled(page)
  await shoot(page, 'full/payout-built')
})

async function everyWindow(page: Page, take: () => Promise<unknown>) {
  for (const { viewport } of WINDOWS) {
    await page.setViewportSize(viewport)
    await take()
  }
}
