// A dapp in Chromium, under a strict content policy: a wallet, a button that swaps, and the widget as it is published.
import { readFileSync } from 'node:fs'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import program from '../../../conformance/harness/chromium.json' with { type: 'json' }

export const DAPP = 'https://swap.example.org/'
const NONCE = 'a-nonce-for-the-test'
const POLICY = `default-src 'none'; script-src 'nonce-${NONCE}' 'strict-dynamic'; style-src 'nonce-${NONCE}'; require-trusted-types-for 'script'`

/** The sources of the widget and of the recorder in one file. */
async function bundle(): Promise<string> {
  const made = await build({
    logLevel: 'silent',
    root: new URL('../src', import.meta.url).pathname,
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: new URL('../src/index.ts', import.meta.url).pathname,
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const { output } = made as unknown as { output: { code: string }[] }
  return output.map(({ code }) => code).join('')
}

const HTML = readFileSync(new URL('dapp.html', import.meta.url), 'utf8').replaceAll('NONCE', NONCE)
const WIDGET = bundle()

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM'] ?? program.program, args: program.flags })

export interface Dapp {
  page: Page
  /** Violations of the content policy, and errors of the page. */
  complaints: string[]
  /** Opens what the widget opens, and returns its address. */
  opened(press: () => Promise<void>): Promise<URL>
}

export interface DappOptions {
  width?: number
  scheme?: 'light' | 'dark'
  /** Options of the widget. */
  widget?: object
}

export async function openDapp(browser: Browser, options: DappOptions = {}): Promise<Dapp> {
  const { width = 1440, scheme = 'light', widget = {} } = options
  const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme: scheme })
  await context.route('**/*', async route => {
    const { pathname, origin } = new URL(route.request().url())
    if (origin !== new URL(DAPP).origin) return route.fulfill({ contentType: 'text/html', body: 'the form' })
    if (pathname === '/widget.js')
      return route.fulfill({ contentType: 'text/javascript', body: await WIDGET })
    const body = HTML.replace('OPTIONS', JSON.stringify(widget))
    return route.fulfill({ contentType: 'text/html', body, headers: { 'Content-Security-Policy': POLICY } })
  })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(DAPP)
  return {
    page,
    complaints,
    async opened(press) {
      const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
      await popup.waitForURL(url => url.href !== 'about:blank')
      return new URL(popup.url())
    },
  }
}
