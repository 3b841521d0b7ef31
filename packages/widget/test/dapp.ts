// A dapp in Chromium, under a strict content policy: a wallet, a button that swaps, and the widget as it is published.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from '@playwright/test'
import { rolldown } from 'rolldown'
import program from '../../../conformance/harness/chromium.json' with { type: 'json' }
import { stop } from './server.ts'

const NONCE = 'a-nonce-for-the-test'
const folder = (path: string): string => new URL(path, import.meta.url).pathname

const bundler = await rolldown({
  cwd: folder('..'),
  input: { widget: folder('../src/index.ts') },
  transform: { target: 'es2022' },
})
/** The sources of the widget and of the recorder, as a bundler of a dapp writes them. */
const { output } = await bundler.generate({ format: 'esm', minify: true })
const FILES = new Map(output.map(file => [`/${file.fileName}`, 'code' in file ? file.code : '']))
const HTML = readFileSync(new URL('dapp.html', import.meta.url), 'utf8').replaceAll('NONCE', NONCE)

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env['CHROMIUM'] ?? program.program, args: program.flags })

export interface Dapp {
  page: Page
  origin: string
  /** Violations of the content policy, and errors of the page. */
  complaints: string[]
  /** Opens what the widget opens, and returns its address. */
  opened(press: () => Promise<void>): Promise<URL>
  close(): Promise<void>
}

export interface DappOptions {
  width?: number
  scheme?: 'light' | 'dark'
  /** Options of the widget. */
  widget?: object
  /** The server that the policy of the page allows. */
  server?: string
  /** The policy of the page allows images as data. */
  images?: boolean
  /** Files beside those of the widget, and the page in place of the dapp. */
  files?: ReadonlyMap<string, string>
  html?: string
}

export async function openDapp(browser: Browser, options: DappOptions = {}): Promise<Dapp> {
  const { width = 1440, scheme = 'light', widget = {}, server, images, files, html = HTML } = options
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${NONCE}' 'strict-dynamic'`,
    `style-src 'nonce-${NONCE}'`,
    "require-trusted-types-for 'script'",
    ...(server ? [`connect-src ${server}`] : []),
    ...(images ? ['img-src data:'] : []),
  ].join('; ')
  const host = createServer(({ url = '/' }, response) => {
    const [path = '/'] = url.split('?')
    const script = files?.get(path) ?? FILES.get(path)
    if (script !== undefined) response.setHeader('Content-Type', 'text/javascript')
    else
      response.setHeaders(
        new Map([
          ['Content-Type', 'text/html'],
          ['Content-Security-Policy', policy],
        ]),
      )
    response.end(script ?? html.replaceAll('NONCE', NONCE).replace('OPTIONS', JSON.stringify(widget)))
  })
  await new Promise<void>(resolve => void host.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`

  const context = await browser.newContext({ viewport: { width, height: 844 }, colorScheme: scheme })
  await context.route('https://beta.example.org/**', route =>
    route.fulfill({ contentType: 'text/html', body: 'the app' }),
  )
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return {
    page,
    origin,
    complaints,
    async opened(press) {
      const [popup] = await Promise.all([page.waitForEvent('popup'), press()])
      await popup.waitForURL(url => url.href !== 'about:blank')
      return new URL(popup.url())
    },
    async close() {
      await context.close()
      await stop(host)
    },
  }
}
