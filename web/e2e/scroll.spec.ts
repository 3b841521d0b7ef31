// A list of ten thousand issues, read to its end by wheel and by keys.
import { writeFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { enter, expect, settled, test } from './fixtures.ts'
import { framesOf } from './fixtures/frames.ts'
import { fillWithIssues } from './fixtures/many-issues.ts'

const ISSUES = 10_000
/** What people do not notice, in milliseconds. */
const SMOOTH = 50
/** What a slip of the app would exceed, also on a slow machine that others are busy on. */
const SLIP = 200
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline']

// Playwright's own recording looks at the page all the time.
test.use({ trace: 'off' })

/** How many rows the list has by now. */
async function rowsOf(page: Page): Promise<number> {
  const said = await page.getByText(/^1–[\d,]+ of 10,000$/).textContent()
  return Number(/^1–([\d,]+)/.exec(said ?? '')?.[1]?.replaceAll(',', ''))
}

/** Turns the wheel about as fast as a hand can. */
async function turnWheel(page: Page, distance: number) {
  const line = await page.context().newCDPSession(page)
  await line.send('Input.synthesizeScrollGesture', {
    x: 800,
    y: 500,
    yDistance: -distance,
    speed: 20_000,
    gestureSourceType: 'mouse',
  })
  await line.detach()
}

/** On a busy machine a key is sometimes lost while the page still scrolls from the one before; people press it again. */
async function scrollBy(page: Page, key: 'Home' | 'End', there: Locator) {
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(there).toBeInViewport({ timeout: 3000 })
  }).toPass({ timeout: 60_000 })
}

/** Opens a row far down the list, and finds it again in sight and under the cursor. */
async function comesBackTo(page: Page, place: number) {
  const row = page.locator(`[aria-posinset="${place}"] a[data-issue]`)
  const number = await row.getAttribute('data-issue')
  await row.click()
  await expect(page).toHaveURL(new RegExp(`/issues/${number}$`))
  await page.goBack()
  const left = page.locator(`[aria-current] a[data-issue="${number}"]`)
  await expect(left).toBeInViewport()
  await expect(left).toBeFocused()
}

test('ten thousand issues scroll to their end, no frame is held up by the list, and Back returns to the row', async ({
  page,
  browser,
  ownServer: { address, database },
}, info) => {
  test.setTimeout(240_000)
  const { reader } = await fillWithIssues(address, database, ISSUES)
  await enter(page, reader, '/issues', address)
  await settled(page)
  await expect(page.getByText('of 10,000')).toBeVisible()
  // Every frame is asked for, so that every frame is in the trace.
  await page.evaluate(() => {
    const again = () => requestAnimationFrame(again)
    again()
  })

  await browser.startTracing(page, { categories: CATEGORIES })
  while ((await rowsOf(page)) < ISSUES / 4) await turnWheel(page, 60_000)
  const last = page.locator(`[aria-posinset="${ISSUES}"]`)
  while ((await last.count()) === 0) await page.keyboard.press('End')
  await expect(last).toBeInViewport()
  for (const key of ['PageUp', 'PageUp', 'PageDown']) await page.keyboard.press(key)
  await scrollBy(page, 'Home', page.locator('[aria-posinset="1"]'))
  for (const key of ['j', 'j', 'k']) await page.keyboard.press(key)
  await expect(page.locator('[aria-posinset="1"] a[data-issue]')).toBeFocused()
  await scrollBy(page, 'End', last)
  const trace = await browser.stopTracing()

  const path = info.outputPath('scroll.trace.json')
  writeFileSync(path, trace)
  const { count, mostWork, longest, p99 } = framesOf(trace)
  const figures = `${count} frames: most work ${mostWork.toFixed(1)} ms, longest ${longest.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
  info.annotations.push({ type: 'frames', description: figures })
  console.log(figures)
  expect(await rowsOf(page)).toBe(ISSUES)
  await comesBackTo(page, ISSUES - 4)
  // What others do on the machine makes frames late, and is not ours: only a machine that is known to be idle is held
  // to what people notice.
  expect(mostWork).toBeLessThan(SLIP)
  if (process.env['TOUCHSTONE_IDLE']) expect(Math.max(mostWork, longest)).toBeLessThan(SMOOTH)
})
