// The team's brand: an administrator sets it, and visitors see it before they sign in.
import type { Page } from '@playwright/test'
import { enter, expect, expectAccessible, settled, test } from './fixtures.ts'
import { person } from './people.ts'

const PINK = 'rgb(255, 20, 147)'

/** A picture that is wider than high, as a browser draws it. */
async function wideLogo(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 600
    canvas.height = 300
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser draws nothing.')
    context.fillStyle = '#0a5'
    context.fillRect(0, 0, 600, 300)
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64')
}

const logo = (page: Page) => page.locator('img[src^="/brand/"]').first()
const token = (page: Page, name: string) =>
  page.evaluate(of => getComputedStyle(document.documentElement).getPropertyValue(of).trim(), name)

test('a logo and an accent reach visitors, the icon and the manifest', async ({
  page,
  browser,
  ownServer: { address },
}) => {
  const mia = await person({ name: 'mia', isAdmin: true, server: address })
  await enter(page, mia, '/admin/settings/general', address)
  await settled(page)
  await expect(page.locator('link[href^="/brand/"]')).toHaveCount(0)
  const brand = page.getByRole('region', { name: 'Brand' })

  const refused = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }
  await brand.getByLabel('Logo').locator('input').setInputFiles(refused)
  await expect(brand.getByRole('alert')).toContainText('PNG, JPEG or WebP')
  const wide = { name: 'logo.jpg', mimeType: 'image/jpeg', buffer: await wideLogo(page) }
  await brand.getByLabel('Logo').locator('input').setInputFiles(wide)
  await expect(brand.getByRole('img', { name: 'Logo' })).toBeVisible()

  await brand.getByLabel('Colour code').fill('#0a0014')
  await expect(brand.getByRole('region', { name: 'Dark theme' })).toContainText('The lightness is adjusted')
  await brand.getByLabel('Colour code').fill('#ff1493')
  await expect(brand.getByRole('region', { name: 'Light theme' })).toContainText(/Button \d+\.\d:1/)
  await brand.getByLabel('Sender of e-mails').fill('Basalt Beta')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('3 saved.')).toBeVisible()

  // The page of the server is at most a second old.
  await expect(async () => {
    await page.reload()
    expect(await token(page, '--gold-fill')).toBe('#ff1493')
  }).toPass()
  await settled(page)
  await expect(logo(page)).toBeVisible()
  await expectAccessible(page)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`${address}/login`)
  await expect(logo(visitor)).toBeVisible()
  expect(
    await logo(visitor).evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]),
  ).toEqual([512, 512])
  await visitor.keyboard.press('Tab')
  await expect(visitor.locator(':focus-visible')).toHaveCSS('outline-color', PINK)
  await expectAccessible(visitor)
  const icon = await visitor.locator('link[rel=icon]').getAttribute('href')
  const manifest = await visitor.locator('link[rel=manifest]').getAttribute('href')
  const answer = await visitor.request.get(`${address}${manifest}`)
  expect((await answer.json()).icons[0].src).toBe(icon)
  await visitor.context().close()
})
