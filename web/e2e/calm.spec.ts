// How much a page offers at once, and how far the rarer things are, in a demo.
import type { Page } from '@playwright/test'
import { controlsOf } from './fixtures/controls.ts'
import { type Demo, test } from './fixtures/demo-test.ts'
import { enter, expect, settled } from './fixtures.ts'
import { type Person, runAs } from './people.ts'

// One after the other: a demo is made for each worker.
test.describe.configure({ mode: 'default' })

/** Of the open bugs that most people have, the one with most comments. */
async function busiestIssue(reader: Person, { address }: Demo): Promise<string> {
  const asked = { query: 'is:confirmed', sort: 'affected', limit: 10 }
  const { rows }: { rows: { number: number; commentCount: number }[] } = await runAs(
    reader,
    'searchIssues',
    asked,
    address,
  )
  const [busiest] = rows.toSorted((a, b) => b.commentCount - a.commentCount)
  return `/issues/${busiest?.number}`
}

test('no page offers more than a reader can take in', async ({ page, demo }) => {
  const [tester, admin] = [await demo.signedIn('kai'), await demo.signedIn('maren')]
  const issue = await busiestIssue(tester, demo)
  const comment = page.getByRole('article').first()
  const verify = page.getByRole('button', { name: 'verify' })
  for (const [who, path, last, most] of [
    [tester, issue, comment, 30],
    [admin, issue, comment, 40],
    [tester, '/leaderboard', verify, 50],
    [admin, '/leaderboard', verify, 50],
  ] as const) {
    await enter(page, who, path, demo.address)
    await expect(last).toBeVisible()
    await settled(page)
    const controls = await controlsOf(page)
    console.log(`${who.username} ${path}: ${controls.length} of ${most}`)
    expect(controls.length, controls.join('\n')).toBeLessThanOrEqual(most)
  }
  // The tabs of the profile are on this page too, so the limit is for the page without the sidebar.
  for (const who of [tester, admin]) {
    await enter(page, who, `/u/${who.username}?tab=notifications`, demo.address)
    await expect(page.getByText('Customise')).toBeVisible()
    await settled(page)
    const controls = (await controlsOf(page)).filter(control => control.startsWith('main'))
    console.log(`${who.username} preferences: ${controls.length} of 20`)
    expect(controls.length, controls.join('\n')).toBeLessThanOrEqual(20)
  }
})

/** What is looked for, where it is one press away. */
const shown = {
  missions: (page: Page) => page.getByRole('main').getByRole('link').first(),
  appeal: (page: Page) => page.getByRole('list', { name: 'Waiting appeals' }).getByRole('button').first(),
  fairness: (page: Page) => page.getByText(/^Case F-\d+,/),
  payout: (page: Page) => page.getByText('Payout of the season'),
}

/** One page of each kind: those with fields, with lists, with keys of their own. */
const everywhere = ({ username }: Person, issue: string) => [
  '/',
  issue,
  '/issues',
  '/issues/new',
  '/issues/clusters',
  '/leaderboard',
  '/notifications',
  `/u/${username}?tab=security`,
]

test('missions, an open appeal, a payout and a fairness case are one key away from every page', async ({
  page,
  demo,
}) => {
  const [tester, admin] = [await demo.signedIn('kai'), await demo.signedIn('maren')]
  const issue = await busiestIssue(tester, demo)
  const open = [
    ['m', shown.missions],
    ['p', shown.payout],
  ] as const
  const review = [
    ['a', shown.appeal],
    ['f', shown.fairness],
  ] as const
  for (const [who, places, ways] of [
    [tester, everywhere(tester, issue), open],
    [admin, [...everywhere(admin, issue), '/review/reports', '/admin/settings/networks'], review],
  ] as const) {
    await enter(page, who, '/', demo.address)
    for (const [order, path] of places.entries()) {
      const [key, found] = ways[order % ways.length] ?? ways[0]
      await page.goto(demo.address + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      // Where a field has the focus, letters are text.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await expect(found(page), `g ${key} on ${path}`).toBeVisible()
    }
  }
})

test('the pointer finds them in the sidebar, in Review and on the board', async ({ page, demo }) => {
  const admin = await demo.signedIn('maren')
  await enter(page, admin, '/', demo.address)
  const sidebar = page.getByRole('navigation', { name: 'Main' })
  await sidebar.getByRole('link', { name: /^Missions/ }).click()
  await expect(shown.missions(page)).toBeVisible()
  await sidebar.getByRole('link', { name: /^Review/ }).click()
  const queues = page.getByRole('navigation', { name: 'Queues' })
  await queues.getByRole('link', { name: /^Appeals/ }).click()
  await expect(shown.appeal(page)).toBeVisible()
  await queues.getByRole('link', { name: /^Fairness/ }).click()
  await expect(shown.fairness(page)).toBeVisible()
  await sidebar.getByRole('link', { name: /^Leaderboard/ }).click()
  await page.getByRole('main').getByRole('link', { name: 'Payout' }).click()
  await expect(shown.payout(page)).toBeVisible()
})
