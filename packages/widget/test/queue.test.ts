import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './dapp.ts'
import { problem } from './server.ts'
import { type Story, type StoryOptions, runStory } from './story.ts'

let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const withStory = (work: (story: Story) => Promise<void>, options?: StoryOptions): Promise<void> =>
  runStory(browser, work, options)

const WAITS = 'The report waits in this browser and is sent when Touchstone answers.'

async function signIn(story: Story): Promise<void> {
  await story.openPanel()
  await story.signIn()
  await story.button('Close').click()
}

/** The reports in the database of the dapp's origin. */
const stored = ({ page, lastBody }: Story): Promise<{ requestId: string }[]> =>
  page.evaluate(
    async name => {
      const request = indexedDB.open(name)
      await new Promise(resolve => (request.onsuccess = resolve))
      const all = request.result.transaction('reports').objectStore('reports').getAll()
      await new Promise(resolve => (all.onsuccess = resolve))
      request.result.close()
      return all.result as { requestId: string }[]
    },
    `touchstone:${lastBody('session').key}`,
  )

test('a report without an answer waits, and is sent at the next start with the same id', () =>
  withStory(async story => {
    const { page, panel, server } = story
    await story.openPanel()
    await story.signIn()
    await server.pause()
    await panel.getByLabel('What happened?').fill('no answer')
    await story.button('Send').click()
    await panel.getByText(WAITS).waitFor()
    const [waiting] = await stored(story)
    await story.button('Try now').click()
    await panel.getByText('Reports that wait in this browser: 1 of 5').waitFor()
    await server.resume()
    await page.goto(story.origin)
    await page.getByText('Sent as #418').waitFor()
    expect(server.reports.map(({ text }) => text)).toEqual(['no answer'])
    expect(story.lastBody('reports').requestId).toBe(waiting?.requestId)
    await expect.poll(() => stored(story)).toEqual([])
  }))

test('a report that arrived without its answer is not done twice', () =>
  withStory(async story => {
    const { panel, server } = story
    await story.openPanel()
    await story.signIn()
    server.losesAnswers = true
    await story.button('Send').click()
    await panel.getByText(WAITS).waitFor()
    server.losesAnswers = false
    await story.button('Try now').click()
    await story.page.getByText('Sent as #418').waitFor()
    expect(server.reports.length).toBe(1)
    const ids = server.asked
      .filter(({ operation }) => operation === 'reports')
      .map(({ body }) => body.requestId)
    expect(ids.length).toBeGreaterThan(1)
    expect(new Set(ids).size).toBe(1)
  }))

test('a report waits for the network, also one without the panel', () =>
  withStory(async story => {
    const { page, server } = story
    await signIn(story)
    await page.context().setOffline(true)
    expect(await story.call('report', { title: 'without the panel' })).toEqual({ state: 'waiting' })
    await page.context().setOffline(false)
    await page.getByText('Sent as #418').waitFor()
    expect(server.reports[0]).toMatchObject({ title: 'without the panel', kind: 'bug', area: 'swap' })
  }))

test('five reports wait, a sixth is kept in the panel, and all can be discarded', () =>
  withStory(async story => {
    const { page, panel, server } = story
    await signIn(story)
    await server.pause()
    for (let n = 1; n <= 5; n += 1) await story.call('report', { title: `report ${n}` })
    await page.keyboard.press('Alt+r')
    await panel.getByLabel('Title').fill('the sixth')
    await story.button('Send').click()
    await panel.getByRole('alert').getByText('no more reports can wait').waitFor()
    expect(await panel.getByLabel('Title').inputValue()).toBe('the sixth')
    expect((await stored(story)).length).toBe(5)
    await story.button('Discard').click()
    await expect.poll(() => stored(story)).toEqual([])
    await story.button('Send').click()
    await panel.getByText(WAITS).waitFor()
  }))

test('after seven days a report is deleted', () =>
  withStory(async story => {
    const { page, panel, server } = story
    await signIn(story)
    await server.pause()
    await story.call('report', { title: 'an old one' })
    await page.addInitScript(() => {
      const now = Date.now
      Date.now = () => now() + 7 * 24 * 60 * 60_000 + 60_000
    })
    await page.goto(story.origin)
    await page.keyboard.press('Alt+r')
    await panel.waitFor()
    await expect.poll(() => stored(story)).toEqual([])
  }))

test('a report that the server refuses later says why, and is not sent again by itself', () =>
  withStory(async story => {
    const { page, panel, server } = story
    await signIn(story)
    await server.pause()
    await story.call('report', { title: 'one too many' })
    await server.resume()
    server.next['reports'] = [problem(429, 'OVER_ALLOWANCE', 'Three reports a day.')]
    await page.goto(story.origin)
    await expect.poll(() => server.asked.at(-1)?.operation, { timeout: 10_000 }).toBe('reports')
    await page.keyboard.press('Alt+r')
    await panel.getByText('Three reports a day.').waitFor()
    await story.button('Try now').click()
    await page.getByText('Sent as #418').waitFor()
  }))
