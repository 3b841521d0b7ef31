// Opens the app of a demo as soon as it is there, signs in as its administrator, and takes a picture of the dashboard.
//   node first-look.ts <address> <file with the password> [picture] [name to sign in with]
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import settings from '../../conformance/harness/chromium.json' with { type: 'json' }

const [address, password, picture, name = 'maren'] = process.argv.slice(2)
if (!address || !password) throw new Error('say where the app is, and which file has the password')

const THERE_WITHIN = 300_000
const SHOWN_WITHIN = 60_000

const deadline = Date.now() + THERE_WITHIN
while (!(await fetch(address).catch(() => undefined))?.ok) {
  if (Date.now() > deadline) throw new Error(`There is no app at ${address}.`)
  await pause(100)
}

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? settings.program,
  args: settings.flags,
})
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })
  page.setDefaultTimeout(SHOWN_WITHIN)
  await page.goto(`${address}/login`)
  await page.getByLabel('Username').fill(name)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(readFileSync(password, 'utf8'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  // Changes are followed once the page stands.
  await page.locator('html[data-live=open]').waitFor()
  // And what it shows is there: reports that were counted, and nothing that is still being drawn.
  await page.locator('main a[href*="/issues"]', { hasText: /[1-9]/ }).first().waitFor()
  await page.waitForFunction(() => document.querySelector('main [aria-busy=true]') === null)
  if (picture) await page.screenshot({ path: picture })
} finally {
  await browser.close()
}
