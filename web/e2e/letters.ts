// A picture of every mail, as a window of 600 and of 390 pixels shows it, in both schemes. The mails are written there by
// `cargo run -p letters --example letters`.
import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { FOLDER } from './camera.ts'

const MAILS = resolve(import.meta.dirname, '..', FOLDER, 'mail')
const names = readdirSync(MAILS)
  .filter(file => file.endsWith('.html'))
  .map(file => file.slice(0, -'.html'.length))

for (const width of [600, 390]) {
  test.describe(`${width} pixels`, () => {
    test.use({ viewport: { width, height: 400 } })

    for (const name of names)
      test(name, async ({ page }) => {
        expect(readFileSync(`${MAILS}/${name}.txt`, 'utf8')).toMatch(/^Subject: \S/)
        const asked: string[] = []
        page.on('request', request => asked.push(request.url()))
        const address = pathToFileURL(`${MAILS}/${name}.html`).href
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        expect(asked, 'a mail loads nothing').toEqual([address])
        const far = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(far, 'a mail does not scroll sideways').toBeLessThanOrEqual(width)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.screenshot({ path: `${MAILS}/${name}.${width}.${colorScheme}.png`, fullPage: true })
        }
      })
  })
}
