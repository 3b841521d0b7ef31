// A wallet that lies about itself: its name is text, and its icon is never fetched.
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './dapp.ts'
import { runStory } from './story.ts'

let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const LIAR = `
  const info = { uuid: 'b1a2', name: '<img src=x onerror="window.isTaken=true">', rdns: 'io.meta<b>mask</b>', icon: 'https://evil.example/icon.svg' }
  const provider = { request: async ({ method }) => {
    if (method === 'eth_sendTransaction') throw Object.assign(new Error('execution reverted'), { code: 3 })
    return null
  } }
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', announce)
  window.liar = provider
`

test('the name of a wallet is shown as text, and its icon is not fetched', () =>
  runStory(
    browser,
    async story => {
      const { page, panel, offer } = story
      const asked: string[] = []
      page.on('request', request => asked.push(new URL(request.url()).hostname))
      await page.evaluate(() =>
        Reflect.get(window, 'liar')
          .request({ method: 'eth_sendTransaction', params: [{ data: '0x12345678' }] })
          .catch(() => undefined),
      )
      await offer.getByRole('button', { name: 'Report it' }).click()
      await story.signIn()
      const calls = panel.locator('details', { hasText: 'Wallet calls' })
      await calls.locator('summary').click()
      await calls.getByText('io.meta<b>mask</b>', { exact: false }).waitFor()
      await story.button('Send').click()
      await panel.getByText('Sent as #418').waitFor()
      expect(JSON.stringify(story.lastBody('reports'))).not.toContain('evil.example')
      expect(await panel.locator('img, b').count()).toBe(0)
      expect(asked).not.toContain('evil.example')
      expect(await page.evaluate(() => Reflect.get(window, 'isTaken'))).toBe(undefined)
    },
    { before: LIAR },
  ))
