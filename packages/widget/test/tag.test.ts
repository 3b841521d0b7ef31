import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeTag } from '../bundle.ts'
import { openBrowser } from './dapp.ts'
import { runStory } from './story.ts'

const folder = mkdtempSync(join(tmpdir(), 'tag-'))
const files = new Map<string, string>()
let browser: Browser

beforeAll(async () => {
  await writeTag(rolldown, folder)
  for (const name of ['v1.js', 'touchstone-panel.js', 'touchstone-picture.js'])
    files.set(`/sdk/${name}`, readFileSync(join(folder, name), 'utf8'))
  browser = await openBrowser()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await browser.close()
})

const HTML = `<!doctype html>
<html lang="en"><head><title>Swap</title>
<script nonce="NONCE">
  window.touchstone = window.touchstone || function () { (touchstone.q = touchstone.q || []).push(arguments) }
  touchstone('on', 'open', () => { window.isOpen = true })
  touchstone('init', OPTIONS)
  touchstone('attach', '#feedback')
</script>
<script async nonce="NONCE" src="/sdk/v1.js"></script>
</head><body><main><h1>Swap</h1><button id="feedback"><span>Report it here</span></button></main></body></html>`

test('the script tag answers the calls that came before it, and loads the panel from beside it', () =>
  runStory(
    browser,
    async ({ page, panel }) => {
      const asked: string[] = []
      page.on('request', request => asked.push(new URL(request.url()).pathname))
      await page.getByRole('button', { name: 'Report a problem' }).waitFor()
      await page.getByText('Report it here').click()
      await panel.waitFor()
      expect(asked).toContain('/sdk/touchstone-panel.js')
      const call = (name: string) =>
        page.evaluate(name => typeof Reflect.get(window, 'touchstone')(name), name)
      expect(await page.evaluate(() => Reflect.get(window, 'isOpen'))).toBe(true)
      expect(await call('context')).toBe('object')
      expect(await call('not a call')).toBe('undefined')
      await call('destroy')
      expect(await page.locator('touchstone-widget').count()).toBe(0)
    },
    { files, html: HTML },
  ))

test.each([
  ['/sdk/v1.js', 9_800],
  ['/sdk/touchstone-panel.js', 9_300],
  ['/sdk/touchstone-picture.js', 4_000],
])('%s has at most %d bytes after gzip', (name, most) => {
  const size = gzipSync(files.get(name) ?? '', { level: 9 }).length
  console.log(`${name}: ${size} bytes after gzip`)
  expect(size).toBeGreaterThan(1_000)
  expect(size).toBeLessThanOrEqual(most)
})
