import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './dapp.ts'
import { type Story, type StoryOptions, runStory } from './story.ts'

let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const withStory = (work: (story: Story) => Promise<void>, options?: StoryOptions): Promise<void> =>
  runStory(browser, work, options)

test('events are emitted, and an error in a listener is the dapp’s own', () =>
  withStory(async story => {
    const { page } = story
    await page.evaluate(() => {
      const heard: unknown[] = []
      Object.assign(window, { heard })
      const widget = Reflect.get(window, 'widget')
      for (const name of ['problem', 'open', 'close', 'sent', 'failed'])
        widget.on(name, (detail: { problem?: string }) =>
          heard.push([name, detail?.problem ?? detail ?? null]),
        )
      widget.on('open', () => heard.push('removed'))()
      widget.on('open', () => {
        throw new Error('from a listener')
      })
    })
    await story.openPanel()
    expect(
      await page.evaluate(() =>
        Reflect.get(window, 'widget')
          .report({ title: 'x' })
          .catch((error: { code: string }) => error.code),
      ),
    ).toBe('WIDGET_TOKEN')
    await story.signIn()
    await story.button('Send').click()
    await story.panel.getByText('Sent as #418').waitFor()
    await page.keyboard.press('Escape')
    await expect
      .poll(() => page.evaluate(() => Reflect.get(window, 'heard')))
      .toEqual([
        ['problem', 'reverted'],
        ['open', null],
        ['sent', { number: 418, address: 'https://beta.example.org/issues/418' }],
        ['close', null],
      ])
    expect(story.complaints.splice(0)).toEqual(['from a listener'])
  }))

test('an element of the dapp opens the panel, until it is detached', () =>
  withStory(async story => {
    const { page, panel } = story
    await page.evaluate(() => {
      const button = Object.assign(document.createElement('button'), {
        textContent: 'Feedback',
        id: 'feedback',
      })
      document.querySelector('main')?.append(button)
      Object.assign(window, { detach: Reflect.get(window, 'widget').attach('#feedback') })
    })
    const feedback = page.getByRole('button', { name: 'Feedback' })
    await feedback.click()
    await panel.waitFor()
    await page.keyboard.press('Escape')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('feedback')
    await page.evaluate(() => Reflect.get(window, 'detach')())
    await feedback.click()
    expect(await panel.isVisible()).toBe(false)
  }))

test('a report without the panel has the context, unless the dapp gives one', () =>
  withStory(async story => {
    const { server } = story
    await story.openPanel()
    await story.signIn()
    expect(await story.call('report', { title: 'from the dapp', kind: 'idea', area: 'pools' })).toEqual({
      state: 'sent',
      number: 418,
      address: 'https://beta.example.org/issues/418',
    })
    await story.call('report', { title: 'bare report', context: { off: ['calls'] } })
    expect(server.reports[0]).toMatchObject({
      title: 'from the dapp',
      kind: 'idea',
      area: 'pools',
      build: 'web 0.5.1',
      context: { calls: [{ method: 'eth_sendTransaction' }], off: [] },
    })
    expect(server.reports[1]?.context).toEqual({ off: ['calls'] })
  }))

test('characters that no server reads are left out', () =>
  withStory(async story => {
    await story.openPanel()
    await story.signIn()
    await story.call('report', { title: 'cut \ud83d and \0 and \\u0000', text: 'whole \u{1f600}' })
    expect(story.server.reports[0]).toMatchObject({ title: 'cut  and  and \\u0000', text: 'whole \u{1f600}' })
  }))

test('without a storage, the sign-in lasts as long as the page', () =>
  withStory(
    async story => {
      await story.openPanel()
      await story.signIn()
      expect(await story.page.evaluate(() => localStorage.length)).toBe(0)
      await story.page.goto(story.origin)
      await story.openPanel()
      await story.button('Sign with 0x3fa2…91bd').waitFor()
      expect(new Set(story.server.asked.map(({ body }) => body.installation)).size).toBeGreaterThan(1)
      story.server.faults.splice(0)
    },
    { widget: { persist: 'page' } },
  ))

describe('a server that', () => {
  /** Uses the dapp after its first request, and returns what the page has written on its console. */
  async function useDapp(
    story: Story,
    event: 'request' | 'requestfailed' | 'requestfinished',
  ): Promise<string[]> {
    const { page } = story
    const lines: string[] = []
    page.on('console', message => lines.push(message.text()))
    const asked = page.waitForEvent(event as 'request', request => request.url().includes('/config'))
    await page.goto(story.origin)
    await asked
    await story.swap()
    expect(await page.evaluate(() => Reflect.get(window, 'widget').context().lines)).toEqual([])
    return lines
  }

  test('is gone costs one line of the browser', () =>
    withStory(async story => {
      await story.server.pause()
      expect((await useDapp(story, 'requestfailed')).length).toBe(1)
      await story.server.resume()
    }))

  test('hangs costs nothing', () =>
    withStory(async story => {
      story.server.isHanging = true
      expect(await useDapp(story, 'request')).toEqual([])
    }))

  test('does not know the key says so in one line', () =>
    withStory(
      async story => {
        const lines = await useDapp(story, 'requestfinished')
        await story.offer.getByRole('button', { name: 'Report it' }).click()
        await story.button('Sign with 0x3fa2…91bd').click()
        await story.panel.getByText('Reports from this page are not set up.').waitFor()
        expect(lines.filter(line => line.startsWith('Touchstone'))).toEqual([
          'Touchstone: The key is not known.',
        ])
      },
      { widget: { key: 'tsp_unknown' } },
    ))
})

test('destroy leaves nothing behind', () =>
  withStory(
    async story => {
      const { page } = story
      await story.openPanel()
      await story.signIn()
      await story.server.pause()
      await story.button('Send').click()
      await story.panel.getByText('The report waits in this browser', { exact: false }).waitFor()
      await page.evaluate(() => Reflect.get(window, 'widget').destroy())
      const left = () => page.evaluate(() => Reflect.get(window, 'left')() as Record<string, unknown>)
      await expect.poll(left).toEqual({ listeners: [], timers: 0, databases: 0, elements: 0 })
      const isRestored = await page.evaluate(
        () =>
          Reflect.get(window, 'wallet').request === Reflect.get(window, 'before') &&
          [
            console.error,
            console.warn,
            fetch,
            XMLHttpRequest.prototype.open,
            XMLHttpRequest.prototype.send,
          ].every(it => /native code/.test(String(it))) &&
          document.adoptedStyleSheets.length === 0 &&
          !('touchstone' in window),
      )
      expect(isRestored).toBe(true)
      await page.keyboard.press('Alt+r')
      expect(await page.locator('touchstone-widget').count()).toBe(0)
    },
    {
      // Counts what is added to the page from the moment before the widget.
      before: `window.watchPage = () => {
        const listeners = new Set(), timers = new Set(), databases = new Set()
        const { addEventListener, removeEventListener } = EventTarget.prototype
        const ids = new WeakMap()
        const idOf = it => { if (!ids.has(it)) ids.set(it, Math.random()); return ids.get(it) }
        const nameOf = (target, type, listener) => [target === window ? 'window' : target === document ? 'document' : target.tagName, type, idOf(listener)].join(' ')
        const isPage = target => target === window || target === document || target?.isConnected && target.getRootNode() === document
        EventTarget.prototype.addEventListener = function (type, listener, ...rest) {
          const target = this ?? window
          if (listener && isPage(target)) listeners.add(nameOf(target, type, listener))
          return addEventListener.call(target, type, listener, ...rest)
        }
        EventTarget.prototype.removeEventListener = function (type, listener, ...rest) {
          const target = this ?? window
          if (listener) listeners.delete(nameOf(target, type, listener))
          return removeEventListener.call(target, type, listener, ...rest)
        }
        const { setTimeout, clearTimeout } = window
        window.setTimeout = (task, ms) => {
          const id = setTimeout(() => { timers.delete(id); task() }, ms)
          timers.add(id)
          return id
        }
        window.clearTimeout = id => { timers.delete(id); clearTimeout(id) }
        const { open } = IDBFactory.prototype
        IDBFactory.prototype.open = function (...all) {
          const request = open.apply(this, all)
          addEventListener.call(request, 'success', () => databases.add(request.result))
          return request
        }
        const { close } = IDBDatabase.prototype
        IDBDatabase.prototype.close = function () { databases.delete(this); close.call(this) }
        window.left = () => ({
          // The dapp's own listener of keys.
          listeners: [...listeners].filter(it => !it.startsWith('window keydown') || [...listeners].filter(other => other.startsWith('window keydown')).length > 1),
          timers: timers.size,
          databases: databases.size,
          elements: document.querySelectorAll('touchstone-widget').length,
        })
      }`,
    },
  ))
