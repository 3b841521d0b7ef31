import AxeBuilder from '@axe-core/playwright'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dapp, type DappOptions, openBrowser, openDapp } from './dapp.ts'

const HASH = `0x${'5e91'.repeat(16)}`
const FAILED = 'The transaction failed. Report it?'

let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

async function withDapp(work: (dapp: Dapp) => Promise<void>, options?: DappOptions): Promise<void> {
  const dapp = await openDapp(browser, options)
  await dapp.page.goto(dapp.origin)
  await work(dapp)
  expect(dapp.complaints).toEqual([])
  await dapp.close()
}

const offerOf = ({ page }: Dapp) => page.getByRole('region', { name: 'Report a problem' })

test('a failed swap is offered once, and one press opens the form with it', () =>
  withDapp(async dapp => {
    const { page, opened } = dapp
    await page.getByRole('button', { name: 'Swap', exact: true }).click()
    const offer = offerOf(dapp)
    await offer.getByText(FAILED).waitFor()
    const link = await opened(() => offer.getByRole('button', { name: 'Report it' }).click())
    expect(link.origin + link.pathname).toBe('https://beta.example.org/issues/new')
    expect(Object.fromEntries(link.searchParams)).toEqual({ tx: HASH, chain: '8453', build: 'web 0.5.1' })
    expect(await offer.count()).toBe(0)
  }))

test('a declined request is offered only if the dapp wants it', async () => {
  const decline = ({ page }: Dapp) => page.getByRole('button', { name: 'Swap and decline' }).click()
  await withDapp(async dapp => {
    await decline(dapp)
    expect(await dapp.page.evaluate(() => Reflect.get(window, 'widget').context().calls[0].problem)).toBe(
      'user_rejected',
    )
    expect(await offerOf(dapp).count()).toBe(0)
    const link = await dapp.opened(() => dapp.page.getByRole('button', { name: 'Report a problem' }).click())
    expect(JSON.parse(link.searchParams.get('error') ?? '')).toEqual({ code: 4001, message: 'User denied.' })
  })
})

test('keys alone open, report and close, and the dapp does not hear them', () =>
  withDapp(async dapp => {
    const { page, opened } = dapp
    const swap = page.getByRole('button', { name: 'Swap', exact: true })
    await swap.press('Enter')
    await offerOf(dapp).waitFor()
    expect(await swap.evaluate(button => button === document.activeElement)).toBe(true)
    await offerOf(dapp).getByRole('button', { name: 'Not now' }).focus()
    await page.keyboard.press('x')
    await page.keyboard.press('Escape')
    await offerOf(dapp).waitFor({ state: 'detached' })
    expect(await page.locator('#keys').textContent()).toBe('')
    const link = await opened(() => page.keyboard.press('Alt+r'))
    expect(link.searchParams.get('tx')).toBe(HASH)
  }))

test('the offer can be pressed while a modal dialog of the dapp is open', () =>
  withDapp(async dapp => {
    await dapp.page.getByRole('button', { name: 'Details' }).click()
    await dapp.page.getByRole('button', { name: 'Swap now' }).click()
    const link = await dapp.opened(() => offerOf(dapp).getByRole('button', { name: 'Report it' }).click())
    expect(link.searchParams.get('tx')).toBe(HASH)
  }))

test.each([
  { width: 1440, scheme: 'light' },
  { width: 1440, scheme: 'dark' },
  { width: 390, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const)('axe finds nothing at $width px, $scheme', options =>
  withDapp(async dapp => {
    await dapp.page.getByRole('button', { name: 'Swap', exact: true }).click()
    await offerOf(dapp).waitFor()
    const { violations } = await new AxeBuilder({ page: dapp.page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
    const covered = await dapp.page.evaluate(() => {
      const { left, top, width, height } =
        document.querySelector('#swap')?.getBoundingClientRect() ?? new DOMRect()
      return document.elementFromPoint(left + width / 2, top + height / 2)?.id
    })
    expect(covered).toBe('swap')
    const folder = process.env['SCREENSHOTS']
    if (folder)
      await dapp.page.screenshot({ path: `${folder}/widget-${options.width}-${options.scheme}.png` })
  }, options),
)

test('destroy leaves the page as it was', () =>
  withDapp(async dapp => {
    const { page } = dapp
    await page.getByRole('button', { name: 'Swap', exact: true }).click()
    await offerOf(dapp).waitFor()
    await page.evaluate(() => Reflect.get(window, 'widget').destroy())
    expect(await page.locator('touchstone-widget').count()).toBe(0)
    const isRestored = await page.evaluate(
      () => Reflect.get(window, 'wallet').request === Reflect.get(window, 'before'),
    )
    expect(isRestored).toBe(true)
  }))
