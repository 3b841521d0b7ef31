// Takes pictures of pages, each in both themes, into shots/.
import type { Page } from '@playwright/test'
import { expect, settled } from './fixtures.ts'

/** Where the pictures lie: `SHOTS`, or a folder below the root of the app. */
export const FOLDER = process.env['SHOTS'] ?? 'shots'

/** The windows of the pictures: a desktop, the same at twice the size, a phone. */
export const WINDOWS = [
  { form: 'wide', viewport: { width: 1440, height: 900 } },
  { form: 'zoomed', viewport: { width: 720, height: 450 } },
  { form: 'narrow', viewport: { width: 390, height: 844 } },
] as const

const THEMES = ['dark', 'light'] as const
/** Lists without an end are cut here. */
const TALLEST = 3200

export interface Taking {
  /** Only what fits on the screen, where more of the page is more of the same. */
  screen?: boolean
}

/** How far a page can be scrolled to the right. */
function sideways(): number {
  const { scrollX, scrollY } = window
  window.scrollTo(1000, scrollY)
  const far = window.scrollX
  window.scrollTo(scrollX, scrollY)
  return far
}

/** Resolves once the browser has drawn twice: its observers have then run. */
const drawn = () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** Takes a page as it is now. A whole page is shown in a window that is as tall as it. */
export async function shoot(page: Page, name: string, { screen = false }: Taking = {}) {
  const size = page.viewportSize()
  if (!size) throw new Error('A picture needs a window with a size.')
  const width = size.width === 1440 ? '' : `.${size.width}`
  await page.evaluate(() => document.fonts.ready)
  if (!screen) {
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    if (height > size.height) await page.setViewportSize({ ...size, height: Math.min(height, TALLEST) })
    // What has come into sight is drawn only now.
    await page.evaluate(drawn)
    await settled(page)
  }
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${FOLDER}/${name}${width}.${colorScheme}.png`, animations: 'disabled' })
  }
  await page.setViewportSize(size)
}

/** Goes to a page of a user who is signed in, and takes it once everything has come. */
export async function visit(page: Page, address: string, name: string, taking?: Taking) {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await settled(page)
  expect(await page.evaluate(sideways), `${name} scrolls sideways`).toBe(0)
  await shoot(page, name, taking)
}
