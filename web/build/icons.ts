// Draws the icons of the installed app from the mark, into public/: `node build/icons.ts`. They are kept in the
// repository, because a build has no browser.
import { readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import settings from '../../conformance/harness/chromium.json' with { type: 'json' }

const PUBLIC = new URL('../public/', import.meta.url)
const MARK = readFileSync(new URL('favicon.svg', PUBLIC), 'utf8')
/** The mark in one colour: systems draw the badge by its transparency alone. */
const SHAPE = MARK.replace(/<path d="([^"]+)" fill="#2a3038"\/>/, '').replaceAll('#ebc671', '#ffffff')
const GROUND = '#0e1115'

/** `part` is how much of the width the mark takes: masks cut off up to a tenth on each side. */
const ICONS = [
  { name: 'icon-192.png', size: 192, part: 0.92, ground: 'transparent', mark: MARK },
  { name: 'icon-512.png', size: 512, part: 0.92, ground: 'transparent', mark: MARK },
  { name: 'icon-maskable-512.png', size: 512, part: 0.58, ground: GROUND, mark: MARK },
  { name: 'apple-touch-icon.png', size: 180, part: 0.72, ground: GROUND, mark: MARK },
  { name: 'icon-badge.png', size: 96, part: 0.92, ground: 'transparent', mark: SHAPE },
]

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? settings.program,
  args: settings.flags,
})
const page = await browser.newPage()
for (const { name, size, part, ground, mark } of ICONS) {
  await page.setViewportSize({ width: size, height: size })
  const width = Math.round(size * part)
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${ground}">
      ${mark.replace('<svg ', `<svg width="${width}" height="${width}" style="display:block" `)}`,
  )
  writeFileSync(new URL(name, PUBLIC), await page.screenshot({ omitBackground: true }))
}
await browser.close()
