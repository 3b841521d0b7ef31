import AxeBuilder from '@axe-core/playwright'
import type { Browser, Locator } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './dapp.ts'
import { runStory, type Story, type StoryOptions } from './story.ts'

let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

/** A page with parts of each kind, each 100 points high, in a column below one that is scrolled away. */
const HTML = `<!doctype html>
<html lang="en"><head><title>Swap</title>
<style nonce="NONCE">
  body { margin: 0; background: rgb(240 248 255); font: 20px/100px sans-serif; }
  section:not([popover]), div, input, img, canvas { display: block; box-sizing: border-box; width: 300px; height: 100px; margin: 0; padding: 0; border: 0; font: inherit; overflow: hidden; }
  section.above { height: 500px; background: red; }
  section.green { background: rgb(0 128 0); }
  .after::after { content: ''; display: block; width: 300px; height: 100px; background: rgb(0 0 128); }
  section.below { height: 3000px; }
</style></head><body>
<section class="above">scrolled away</section>
<section class="green"></section>
<section>secret words</section>
<div data-private>secret words</div>
<input aria-label="Phrase" value="secret words">
<section class="after"></section>
<canvas width="300" height="100"></canvas>
<section popover="manual">a popover that is closed</section>
<section class="below"></section>
<script type="module" nonce="NONCE">
  import { createWidget } from '/widget.js'
  const pen = document.querySelector('canvas').getContext('2d')
  pen.fillStyle = 'rgb(128 0 128)'
  pen.fillRect(0, 0, 300, 100)
  window.widget = createWidget({ receipts: [], ...OPTIONS, ...window.more })
  window.widget.watch({ request: async ({ method, params }) => method === 'personal_sign'
    ? '0x51' + params[0].slice(2, 62) : ['0x3fa2b0f1a2c3d4e5f60718293a4b5c6d7e8f91bd'] })
  scrollTo(0, 500)
</script></body></html>`

const withPage = (work: (story: Story) => Promise<void>, options: StoryOptions = {}): Promise<void> =>
  runStory(browser, work, { html: HTML, images: true, ...options })

/** The colours of a part, in points of the window. */
const colours = (canvas: Locator, top: number, height = 60): Promise<string[]> =>
  canvas.evaluate(
    (element, [top, height]) => {
      const canvas = element as HTMLCanvasElement
      const scale = canvas.width / innerWidth
      const { data } =
        canvas.getContext('2d')?.getImageData(10 * scale, top * scale, 120 * scale, height * scale) ?? {}
      const found = new Set<string>()
      for (let n = 0; n < (data?.length ?? 0); n += 4) found.add((data ?? []).slice(n, n + 3).join(' '))
      return [...found]
    },
    [top, height] as const,
  )

async function takePicture({ page, call, panel }: Story): Promise<Locator> {
  await call('open')
  await panel.getByRole('button', { name: 'Add a picture' }).click()
  const editor = page.getByRole('dialog', { name: 'Picture of this page' })
  await editor.waitFor()
  return editor
}

test('a picture shows the page without fields and private parts, and is sent as it is shown', () =>
  withPage(async story => {
    const { page, panel, server } = story
    const editor = await takePicture(story)
    const canvas = editor.locator('canvas')
    expect(await colours(canvas, 20)).toEqual(['0 128 0'])
    expect((await colours(canvas, 120)).length).toBeGreaterThan(5)
    expect(await colours(canvas, 220)).toHaveLength(1)
    expect(await colours(canvas, 320)).toHaveLength(1)
    expect(await colours(canvas, 420)).toEqual(['0 0 128'])
    expect(await colours(canvas, 520)).toEqual(['128 0 128'])
    expect(await colours(canvas, 620)).toEqual(['240 248 255'])

    const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0 }
    const scale = box.width / 1440
    const drag = async (from: [number, number], to: [number, number]): Promise<void> => {
      await page.mouse.move(box.x + from[0] * scale, box.y + from[1] * scale)
      await page.mouse.down()
      await page.mouse.move(box.x + to[0] * scale, box.y + to[1] * scale, { steps: 3 })
      await page.mouse.up()
    }
    await drag([0, 105], [300, 195])
    expect((await colours(canvas, 120)).length).toBeLessThan(12)
    await editor.getByRole('button', { name: 'Pen' }).click()
    await drag([5, 50], [200, 50])
    expect((await colours(canvas, 20)).length).toBeGreaterThan(1)
    await editor.getByRole('button', { name: 'Undo' }).click()
    expect(await colours(canvas, 20)).toEqual(['0 128 0'])
    await editor.getByRole('button', { name: 'Use it' }).click()
    await editor.waitFor({ state: 'detached' })

    await story.signIn()
    await panel.getByLabel('Title').fill('A report with a picture')
    const shown = await panel
      .locator('canvas')
      .evaluate(canvas => (canvas as HTMLCanvasElement).toDataURL('image/webp', 0.9).split(',')[1])
    await story.button('Send').click()
    await panel.getByText('Sent as #418').waitFor()
    expect(server.reports[0]?.picture).toBe(shown)
    expect(server.reports[0]?.context).not.toHaveProperty('picture')
    expect(await page.locator('.editor').count()).toBe(0)
    await story.button('Close').last().click()
    await story.call('open')
    expect(await panel.locator('canvas').count()).toBe(0)
  }))

test('a picture can be removed, or not used, by keys', () =>
  withPage(async story => {
    const { page, panel } = story
    const editor = await takePicture(story)
    await page.keyboard.press('Escape')
    await editor.waitFor({ state: 'detached' })
    await expect
      .poll(() => panel.getByRole('button', { name: 'Add a picture' }).evaluate(it => it.matches(':focus')))
      .toBe(true)
    await page.keyboard.press('Enter')
    await editor.waitFor()
    await editor.getByRole('button', { name: 'Use it' }).focus()
    await page.keyboard.press('Enter')
    await panel.locator('canvas').waitFor()
    await page.keyboard.press('Enter')
    expect(await panel.locator('canvas').count()).toBe(0)
    expect(await panel.count()).toBe(1)
  }))

test('a page that does not allow pictures says so', () =>
  withPage(
    async ({ panel, call, complaints }) => {
      await call('open')
      await panel.getByRole('button', { name: 'Add a picture' }).click()
      await panel.getByText('This page cannot be pictured.').waitFor()
      expect(complaints.splice(0).join()).toContain('img-src')
    },
    { images: false },
  ))

describe('axe finds nothing', () => {
  test.each([
    { width: 1440, scheme: 'light' },
    { width: 390, scheme: 'dark' },
  ] as const)('at $width px, $scheme', options =>
    withPage(async story => {
      const editor = await takePicture(story)
      const analyze = async (state: string): Promise<void> => {
        const { violations } = await new AxeBuilder({ page: story.page })
          .include('touchstone-widget')
          .analyze()
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
        const folder = process.env['SCREENSHOTS']
        if (folder)
          await story.page.screenshot({ path: `${folder}/${state}-${options.width}-${options.scheme}.png` })
      }
      await analyze('picture-editor')
      await editor.getByRole('button', { name: 'Use it' }).click()
      await story.panel.locator('canvas').waitFor()
      await analyze('picture-used')
    }, options),
  )
})
