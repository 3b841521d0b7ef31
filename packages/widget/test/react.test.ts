import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './dapp.ts'
import { runStory } from './story.ts'

const path = (name: string): string => new URL(name, import.meta.url).pathname
const HTML = `<!doctype html>
<html lang="en"><head><title>Swap</title></head><body>
<script nonce="NONCE">window.options = OPTIONS</script>
<script type="module" nonce="NONCE" src="/react-dapp.js"></script></body></html>`

let browser: Browser
let files: Map<string, string>
beforeAll(async () => {
  const bundle = await rolldown({
    input: path('react-dapp.ts'),
    // Its paths lead to the types of React.
    tsconfig: false,
    // React is installed for the web app only.
    resolve: {
      alias: {
        react: path('../../../web/node_modules/react'),
        'react-dom': path('../../../web/node_modules/react-dom'),
      },
    },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  })
  const { output } = await bundle.generate({ format: 'esm' })
  files = new Map(output.map(file => [`/${file.fileName}`, 'code' in file ? file.code : '']))
  browser = await openBrowser()
})
afterAll(() => browser.close())

test('a React dapp opens the panel, sees failures, and watches the wallets that wagmi connects', () =>
  runStory(
    browser,
    async ({ page, panel }) => {
      const state = page.locator('#state')
      await state.getByText('closed, no problem').waitFor()
      await page.getByRole('button', { name: 'Feedback' }).click()
      await panel.waitFor()
      await state.getByText('open, no problem').waitFor()
      await page.keyboard.press('Escape')
      await state.getByText('closed, no problem').waitFor()
      await page.evaluate(() => {
        const request = (_: object) => Promise.reject(new Error('execution reverted'))
        Object.assign(window, { request, wallet: { request } })
        Reflect.get(window, 'connect')(Reflect.get(window, 'wallet'))
      })
      const isWatched = () =>
        page.evaluate(() => Reflect.get(window, 'wallet').request !== Reflect.get(window, 'request'))
      await expect.poll(isWatched).toBe(true)
      await page.evaluate(() =>
        Reflect.get(window, 'wallet')
          .request({ method: 'eth_sendTransaction', params: [{}] })
          .catch(() => undefined),
      )
      await state.getByText('closed, call_reverted').waitFor()
      const calls = await page.evaluate(() => Reflect.get(window, 'widget').context().calls)
      expect(calls).toMatchObject([{ wallet: 'WalletConnect', problem: 'call_reverted' }])
      await page.evaluate(() => Reflect.get(window, 'unmount')())
      expect(await page.evaluate(() => Reflect.get(window, 'listeners').size)).toBe(0)
    },
    { files, html: HTML },
  ))

test('the wrapper has at most 1 kB', async () => {
  const bundle = await rolldown({ input: path('../src/react.ts'), external: 'react' })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  const size = gzipSync(output[0].code, { level: 9 }).length
  expect(size).toBeGreaterThan(300)
  expect(size).toBeLessThanOrEqual(1_000)
})
