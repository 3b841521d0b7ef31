import { chromium } from '@playwright/test'
import { expect, test } from 'vitest'
import program from '../../../conformance/harness/chromium.json' with { type: 'json' }
import { compare } from './comparisons.ts'

test('a dapp in Chromium sees the same with the recorder as without', async () => {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? program.program,
    args: program.flags,
  })
  try {
    const page = await browser.newPage()
    const all = await compare(async address => {
      await page.goto(address)
      return page.evaluate(() => Reflect.get(window, 'outcome') as Promise<string>)
    })
    expect(all).toHaveLength(54)
    for (const { name, without, within } of all) {
      expect(within, name).toBe(without)
      expect(without, name).toContain('0x5e91')
    }
  } finally {
    await browser.close()
  }
})
