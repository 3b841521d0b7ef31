// What only a narrow screen does to a page.
import type { Locator } from '@playwright/test'
import { enter, expect, settled, test } from './fixtures.ts'
import { runAs } from './people.ts'
import { openProgramme, PERMIT, trusted } from './fixtures/seed.ts'

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** The first words of every line of a text, and how far they stand from its left edge. */
const beginnings = (text: Locator) =>
  text.evaluate(element => {
    const edge = element.getBoundingClientRect().left
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const lines: { top: number; left: number; words: string }[] = []
    while (walker.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      const { top, left } = range.getBoundingClientRect()
      const words = walker.currentNode.textContent ?? ''
      const line = lines.find(each => Math.abs(each.top - top) < 9)
      if (!line) lines.push({ top, left, words })
      else if (left < line.left) Object.assign(line, { left, words })
    }
    return lines.map(({ left, words }) => ({ words, indent: Math.round(left - edge) }))
  })

test('no line below a title begins with a dot', async ({ page, ownServer: { address } }) => {
  const programme = await openProgramme({ server: address, username: 'mia' })
  const rin = await trusted('rin', programme)
  const number = await programme.report(rin, { ...PERMIT, private: true })
  await runAs(programme.admin, 'issueAccept', { number, severity: 'S2' }, address)
  const tags = ['signed-permit', 'second-signature']
  await runAs(programme.admin, 'issueTag', { number, add: tags, remove: [] }, address)
  await enter(page, rin, '/issues', address)
  await settled(page)
  const below = page.getByRole('listitem').locator('p').filter({ hasText: 'signed-permit' })
  const lines = await beginnings(below)
  expect(lines.length).toBeGreaterThan(1)
  for (const { words, indent } of lines) {
    expect(words).not.toContain('·')
    // Of what has a sign before its words, the sign begins the line.
    expect([0, 16]).toContain(indent)
  }
  await page.goto(`${address}/issues/${number}`)
  await settled(page)
  const head = page.locator('p').filter({ hasText: 'signed-permit' })
  for (const { words } of await beginnings(head)) expect(words).not.toContain('·')
})

test('the search takes what is typed in place of what it held', async ({ page, tester }) => {
  await enter(page, tester, '/issues')
  await settled(page)
  await page.getByRole('button', { name: 'Search' }).tap()
  const field = page.getByRole('combobox', { name: 'Search issues' })
  await expect(field).toBeFocused()
  await page.keyboard.type('is:open permit')
  await expect(field).toHaveValue('is:open permit')
})

test('the drawer is as high as the screen, and Logout stands at its foot', async ({
  page,
  ownServer: { address },
}) => {
  const programme = await openProgramme({ server: address, username: 'mia' })
  await enter(page, programme.admin, '/', address)
  await settled(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'Dashboard' })).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => [innerWidth, innerHeight])).toEqual([390, 844])
})

/** What floats above the page whatever is under it. Strips at an edge of the window take room of their own. */
const floating = () =>
  [...document.querySelectorAll('body *')]
    .filter(element => getComputedStyle(element).position === 'fixed' && element.checkVisibility())
    .filter(element => {
      const { width, height, top, bottom } = element.getBoundingClientRect()
      // A link that is shown when it has the focus waits above the window.
      return width > 0 && width < innerWidth / 2 && height > 0 && bottom > 0 && top < innerHeight
    })
    .map(element => element.textContent)

test('nothing covers the figures of a page, and what belongs together stays on one line', async ({
  page,
  ownServer: { address },
}) => {
  const programme = await openProgramme({ server: address, username: 'mia' })
  const rin = await trusted('rin', programme)
  const number = await programme.report(rin, PERMIT)
  await enter(page, programme.admin, '/', address)
  for (const path of ['/', `/u/${programme.admin.username}?tab=preferences`, `/issues/${number}`]) {
    await page.goto(address + path)
    await settled(page)
    expect(await page.evaluate(floating), path).toEqual([])
  }

  const buttons = page.getByRole('region', { name: 'Next step' }).getByRole('button')
  const tops = await buttons.evaluateAll(all => all.map(each => each.getBoundingClientRect().top))
  // The one in front has a line to itself; the dots stay beside the other two.
  expect(new Set(tops.slice(1)).size).toBe(1)

  await page.goto(`${address}/u/${programme.admin.username}?tab=security`)
  await settled(page)
  const sessions = page.getByRole('group', { name: 'Sessions' })
  await expect(sessions.getByRole('row').nth(1)).toBeVisible()
  expect(await sessions.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
})
