// The pictures in README.md and docs: exactly the files of docs/pictures, all but watch.png, which Prometheus draws.
import type { Page } from '@playwright/test'
import { enter, expect, settled, test } from './fixtures.ts'
import { demoPerson, FULL } from './fixtures/demo.ts'
import { runAs } from './people.ts'

const FOLDER = '../docs/pictures'
const PHONE = { width: 390, height: 844 }
/** Between two phones, and around them. */
const GAP = 16
const EDGE = 10

test.setTimeout(120_000)
test.use({ viewport: { width: 1440, height: 900 } })

/** Shows a page in one theme, as it is once everything has come. */
async function open(page: Page, address: string, colorScheme: 'dark' | 'light' = 'dark') {
  await page.emulateMedia({ colorScheme })
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page)
  await page.evaluate(() => document.fonts.ready)
}

const taken = (page: Page) => page.screenshot({ animations: 'disabled' })
const keep = (page: Page, name: string) =>
  page.screenshot({ path: `${FOLDER}/${name}.png`, animations: 'disabled' })

test('what an administrator sees', async ({ page }) => {
  const maren = await demoPerson('maren')
  await enter(page, maren)
  await open(page, '/')
  await keep(page, 'dashboard')
  const { rows } = await runAs(
    maren,
    'searchIssues',
    { query: 'is:new has:tx', sort: 'affected', limit: 1 },
    FULL,
  )
  await open(page, `/issues/triage?number=${rows[0].number}`)
  await expect(page.getByRole('heading', { name: 'Point of failure' })).toBeVisible()
  await keep(page, 'triage')
})

test('what a tester sees', async ({ page }) => {
  await enter(page, await demoPerson('rin'))
  await open(page, '/leaderboard', 'light')
  await keep(page, 'leaderboard')
  await page.setViewportSize(PHONE)
  const phones: string[] = []
  for (const address of ['/', '/issues', '/issues/new', '/leaderboard']) {
    await open(page, address)
    phones.push((await taken(page)).toString('base64'))
  }
  await sideBySide(page, phones)
  await keep(page, 'phones')
})

/** Puts pictures of phones beside each other, with round corners. */
async function sideBySide(page: Page, phones: string[]) {
  const width = phones.length * PHONE.width + (phones.length + 1) * GAP
  await page.setViewportSize({ width, height: PHONE.height + 2 * EDGE })
  // A page of its own: what the app allows its pages to load does not hold here.
  await page.goto('about:blank')
  const shown = phones.map(phone => `<img src="data:image/png;base64,${phone}">`).join('')
  await page.setContent(
    `<style>body{margin:0;padding:${EDGE}px ${GAP}px;display:flex;gap:${GAP}px;background:#e9ebf0}img{border-radius:18px}</style>${shown}`,
  )
  await expect
    .poll(() => page.evaluate(() => [...document.images].every(image => image.naturalWidth > 0)))
    .toBe(true)
}
