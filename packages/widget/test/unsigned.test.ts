import AxeBuilder from '@axe-core/playwright'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from './dapp.ts'
import { problem, type TestServer } from './server.ts'
import { runStory, type Story } from './story.ts'

let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const UNSIGNED = 'Send without signing in'
const allow = (server: TestServer): void => void (server.config['unsigned'] = true)
const withStory = (work: (story: Story) => Promise<void>): Promise<void> =>
  runStory(browser, work, { prepare: allow })

test('a programme that does not allow it has no button for a report without a sign-in', () =>
  runStory(browser, async story => {
    await story.openPanel()
    await story.button('Sign with 0x3fa2…91bd').waitFor()
    expect(await story.button(UNSIGNED).count()).toBe(0)
  }))

test('a report without a sign-in is sent as shown, and belongs to the tester who signs in later', () =>
  withStory(async story => {
    const { panel, offer, server, page } = story
    await story.openPanel()
    await panel.getByLabel('What happened?').fill('The wallet said yes.')
    await story.button(UNSIGNED).click()
    await panel.getByText('Sent without a sign-in').waitFor()
    const { claim, token, report } = story.lastBody('reports')
    expect(claim).toHaveLength(72)
    expect(token).toBe(undefined)
    expect(report?.text).toBe('The wallet said yes.')
    expect(server.asked.map(({ operation }) => operation)).not.toContain('challenge')
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations).toEqual([])
    await story.button('Close').last().click()
    await story.openPanel()
    await story.signIn()
    await panel.getByText('as rin').waitFor()
    await offer.getByText('Sent as #418').waitFor()
    expect(story.lastBody('claims').claim).toBe(claim)
    expect(server.reports.map(({ text }) => text)).toEqual(['The wallet said yes.'])
    expect(await story.button(UNSIGNED).count()).toBe(0)
  }))

test('a report whose answer is lost is sent again with the same claim', () =>
  withStory(async story => {
    const { panel, server } = story
    await story.openPanel()
    server.losesAnswers = true
    await story.button(UNSIGNED).click()
    await panel.getByText('Touchstone does not answer. Try again later.').waitFor()
    const first = story.lastBody('reports').claim
    server.losesAnswers = false
    await story.button(UNSIGNED).click()
    await panel.getByText('Sent without a sign-in').waitFor()
    expect(story.lastBody('reports').claim).toBe(first)
  }))

test('a refusal is said in the words of the server, and the text is kept', () =>
  withStory(async story => {
    const { panel, server } = story
    await story.openPanel()
    await panel.getByLabel('What happened?').fill('The wallet said yes.')
    server.next['reports'] = [
      problem(422, 'WIDGET_UNSIGNED_FULL', 'No more reports without a sign-in today. Sign in to report.'),
    ]
    await story.button(UNSIGNED).click()
    await panel.getByText('No more reports without a sign-in today.', { exact: false }).waitFor()
    expect(await panel.getByLabel('What happened?').inputValue()).toBe('The wallet said yes.')
  }))
