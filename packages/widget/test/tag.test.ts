import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Release, writeTag } from '../bundle.ts'
import { openBrowser } from './dapp.ts'
import { runStory } from './story.ts'

const folder = mkdtempSync(join(tmpdir(), 'tag-'))
const files = new Map<string, string>()
let browser: Browser
let release: Release
/** A part of the release, by its address in the page. */
const part = (name: string): string => `/sdk/${release.start.replace('start.js', name)}`

beforeAll(async () => {
  release = await writeTag(rolldown, folder)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.js')) files.set(`/sdk/${name}`, readFileSync(join(folder, name), 'utf8'))
  browser = await openBrowser()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await browser.close()
})

const pageWith = (tag: string) => `<!doctype html>
<html lang="en"><head><title>Swap</title>
<script nonce="NONCE">
  window.touchstone = window.touchstone || function () { (touchstone.q = touchstone.q || []).push(arguments) }
  touchstone('on', 'open', () => { window.isOpen = true })
  touchstone('init', OPTIONS)
  touchstone('attach', '#feedback')
</script>
${tag}
</head><body><main><h1>Swap</h1><button id="feedback"><span>Report it here</span></button></main></body></html>`

const newest = () => '<script async nonce="NONCE" src="/sdk/v1.js"></script>'
const pinned = (integrity = release.integrity) =>
  `<script async crossorigin nonce="NONCE" src="/sdk/${release.start}" integrity="${integrity}"></script>`

test.each([
  ['newest', newest],
  ['pinned', pinned],
])('the %s script answers the calls that came before it, and loads the panel of its version', (_, tag) =>
  runStory(
    browser,
    async ({ page, panel }) => {
      const asked: string[] = []
      page.on('request', request => asked.push(new URL(request.url()).pathname))
      await page.getByRole('button', { name: 'Report a problem' }).waitFor()
      await page.getByText('Report it here').click()
      await panel.waitFor()
      expect(asked).toContain(part('panel.js'))
      expect(await page.locator('link').count()).toBe(0)
      const call = (name: string) =>
        page.evaluate(name => typeof Reflect.get(window, 'touchstone')(name), name)
      expect(await page.evaluate(() => Reflect.get(window, 'isOpen'))).toBe(true)
      expect(await call('context')).toBe('object')
      expect(await call('not a call')).toBe('undefined')
      await call('destroy')
      expect(await page.locator('touchstone-widget').count()).toBe(0)
    },
    { files, html: pageWith(tag()) },
  ),
)

test('a pinned script that was changed does not run, and a changed panel neither', async () => {
  const changed = (name: string) => new Map(files).set(name, `window.isTaken = true\n${files.get(name)}`)
  const isTaken = (page: Page) => page.evaluate(() => Reflect.get(window, 'isTaken'))
  const start = `/sdk/${release.start}`
  await runStory(
    browser,
    async ({ page }) => {
      await page.waitForLoadState('load')
      expect(await page.evaluate(() => Reflect.get(window, 'touchstone').q.length)).toBe(3)
      expect(await isTaken(page)).toBe(undefined)
    },
    { files: changed(start), html: pageWith(pinned()), refuses: /integrity/ },
  )
  for (const tag of [newest(), pinned()])
    await runStory(
      browser,
      async ({ page, opened }) => {
        const link = await opened(() => page.getByRole('button', { name: 'Report a problem' }).click())
        expect(link.pathname).toBe('/issues/new')
        expect(await isTaken(page)).toBe(undefined)
      },
      {
        files: changed(part('panel.js')),
        html: pageWith(tag),
        refuses: /integrity/,
      },
    )
})

test('the file with the newest version names its start, with the hash for the tag', () => {
  const said = JSON.parse(readFileSync(join(folder, 'v1.json'), 'utf8')) as Release
  expect(said).toEqual(release)
  expect(said.start).toMatch(/^\d+\.\d+\.\d+-[0-9a-f]{12}\/start\.js$/)
  expect(said.integrity).toMatch(/^sha384-[\w+/]{64}$/)
})

test.each([
  ['start.js', 7_500],
  ['surface.js', 3_200],
  ['panel.js', 9_700],
  ['picture.js', 4_000],
])('%s has at most %d bytes after gzip', (name, most) => {
  const size = gzipSync(files.get(part(name)) ?? '', { level: 9 }).length
  console.log(`${name}: ${size} bytes after gzip`)
  expect(size).toBeGreaterThan(1_000)
  expect(size).toBeLessThanOrEqual(most)
})
