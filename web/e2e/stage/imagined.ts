// For looking at pages before the server can fill them: answers every function out of the imagined programme. Nothing
// that is proven may stand on this.
import type { Page } from '@playwright/test'
import { imagine } from '../../test/programme.ts'

interface Options {
  /** Functions that fail. */
  failing?: string[]
  /** Functions that answer otherwise. */
  instead?: Record<string, unknown>
}

/** From now on the functions of the server are imagined on this page. */
export async function imagineServer(page: Page, { failing = [], instead = {} }: Options = {}) {
  await page.route('**/parse/functions/*', async route => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    const params = JSON.parse(route.request().postData() ?? '{}')
    const headers = { 'X-Request-Id': '7f3a91c2e4b84d0f' }
    if (failing.includes(name))
      return route.fulfill({ status: 400, headers, json: { code: 1, error: 'Internal server error' } })
    try {
      const result = name in instead ? instead[name] : imagine(name, params)
      return await route.fulfill({ json: { result } })
    } catch (problem) {
      const refused = problem as { code?: number; message?: string }
      const json = { code: refused.code ?? 141, error: refused.code ? refused.message : String(problem) }
      return route.fulfill({ status: 400, headers, json })
    }
  })
}
