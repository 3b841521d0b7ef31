// The tasks: where each begins, and how it is done. Each ends with what somebody would look for to know that it worked.
import { expect, type Page } from '@playwright/test'
import type { Person } from '../people.ts'
import type { Programme } from '../stage/furnish.ts'
import type { Hand } from './hand.ts'

export interface Stage {
  programme: Programme
  colleague: Person
  rin: Person
  juno: Person
  /** An issue of somebody else that is confirmed. */
  known: number
  /** A report of rin that nobody has decided about. */
  own: number
  /** An issue of rin that is fixed and waits for a check. */
  fixed: number
  picture: Buffer
}

export interface Task {
  name: string
  at: (stage: Stage) => string
  does: (hand: Hand, stage: Stage) => Promise<void>
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const said = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

async function search(hand: Hand, words: string) {
  const { page } = hand
  await hand.shortcut(['/'], hand.narrow ? button(page, 'Search') : button(page, /Search or jump/))
  const field = page.getByPlaceholder('Search or jump to…')
  await expect(field).toBeFocused()
  hand.deeds += 1
  await field.fill(words)
}

export const TESTERS: Task[] = [
  {
    name: 'report a bug with a picture and steps',
    at: () => '/',
    async does(hand, { picture }) {
      const { page } = hand
      await hand.shortcut(
        ['c'],
        page.getByRole('link', { name: 'New issue' }).filter({ visible: true }).first(),
      )
      await hand.write(page.getByLabel('Title'), 'The price jumps when the tab comes back')
      await hand.write(page.getByLabel('What happened?'), 'A third higher than before, every time.')
      await hand.write(page.getByLabel('Steps, one on each line'), 'Open\nLeave\nCome back')
      const file = { name: 'shot.png', mimeType: 'image/png', buffer: picture }
      await page.locator('input[type=file]').setInputFiles(file)
      hand.deeds += 1
      await expect(
        page.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'Redact' }),
      ).toBeVisible()
      await hand.shortcut(['Control+Enter'], button(page, /^Submit/))
      await said(page, /thank you/)
    },
  },
  {
    name: 'join one that is similar',
    at: () => '/issues/new',
    async does(hand, { known }) {
      const { page } = hand
      await hand.write(page.getByLabel('Title'), 'Permit expired just after signing')
      await hand.press(
        page
          .getByRole('region', { name: /^Is it/ })
          .getByRole('button', { name: 'Affects me too' })
          .first(),
      )
      await said(page, `Added to #${known}.`)
    },
  },
  {
    name: 'edit one’s report',
    at: ({ own }) => `/issues/${own}`,
    async does(hand) {
      const { page } = hand
      await hand.press(button(page, 'More'))
      await hand.press(page.getByRole('menuitem', { name: 'Edit' }))
      await hand.write(dialog(page).getByLabel('Expected'), 'The comma stays.')
      await hand.shortcut(['Control+Enter'], dialog(page).getByRole('button', { name: 'Save' }))
      await said(page, 'The report was changed.')
    },
  },
  {
    name: 'comment with a mention',
    at: ({ known }) => `/issues/${known}`,
    async does(hand) {
      const { page } = hand
      const field = page.getByRole('textbox', { name: 'Comment' })
      if (hand.way === 'keys') await page.keyboard.press('r')
      else await field.click()
      await expect(field).toBeFocused()
      await page.keyboard.type('Also here, @ju')
      await expect(page.getByRole('option', { name: '@juno' })).toBeVisible()
      await hand.shortcut(['Enter'], page.getByRole('option', { name: '@juno' }))
      await hand.shortcut(['Control+Enter'], button(page, /^Comment/))
      hand.deeds += 2
      await expect(
        page
          .getByRole('article')
          .getByText(/Also here/)
          .first(),
      ).toBeVisible()
    },
  },
  {
    name: 'affects me, watch',
    at: ({ known }) => `/issues/${known}`,
    async does(hand) {
      const { page } = hand
      const affects = button(page, /^Affects me/)
      const before = await affects.getAttribute('aria-pressed')
      await hand.shortcut(['v'], affects)
      await expect(affects).not.toHaveAttribute('aria-pressed', before ?? '')
      const watch = button(page, /^Watch/)
      const word = await watch.textContent()
      await hand.shortcut(['w'], watch)
      await expect(watch).not.toHaveText(word ?? '')
    },
  },
  {
    name: 'search with a filter, and come back to the row',
    at: () => '/issues',
    async does(hand) {
      const { page } = hand
      if (hand.narrow && hand.way === 'pointer') await hand.press(button(page, 'Search'))
      const field = page.getByRole('combobox', { name: /Search issues/ })
      if (hand.narrow && hand.way === 'keys') await button(page, 'Search').press('Enter')
      await hand.write(field, 'is:open permit')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/q=is.open.permit/)
      const row = page.getByRole('link', { name: /^Permit expired/ })
      await expect(row).toHaveCount(1)
      await hand.press(row)
      await expect(page).toHaveURL(/\/issues\/\d+/)
      await page.goBack()
      await expect(page.locator('[aria-current] a').filter({ hasText: 'Permit expired' })).toBeVisible()
    },
  },
  {
    name: 'find an issue, and a person, from anywhere',
    at: () => '/leaderboard',
    async does(hand, { known }) {
      const { page } = hand
      if (hand.way === 'keys') {
        await page.keyboard.press('Control+k')
        hand.deeds += 1
        await page.getByPlaceholder('Search or jump to…').fill(String(known))
      } else await search(hand, String(known))
      await hand.shortcut(['Enter'], page.getByRole('option', { name: /Permit expired/ }).first())
      await expect(page).toHaveURL(new RegExp(`/issues/${known}$`))
    },
  },
  {
    name: 'rank, and why these points',
    at: () => '/',
    async does(hand) {
      const { page } = hand
      await hand.go('Leaderboard', ['g', 'l'])
      // Beside the name, which leads to the profile.
      const row = page.getByRole('row', { name: /juno/ })
      await hand.press(hand.way === 'keys' ? row : row.getByRole('cell').nth(2))
      await expect(page.getByRole('complementary').or(dialog(page)).getByText('juno').first()).toBeVisible()
    },
  },
  {
    name: 'check a fix',
    at: ({ fixed }) => `/issues/${fixed}`,
    async does(hand) {
      const { page } = hand
      await hand.shortcut(['1'], button(page, /^Works for me/))
      await hand.press(dialog(page).getByRole('button', { name: 'Send the check' }))
      await said(page, 'You said that it works.')
    },
  },
  {
    name: 'hide from the board, and see it after a reload',
    at: () => '/u/rin?tab=privacy',
    async does(hand) {
      const { page } = hand
      const shown = page.getByRole('switch', { name: 'Show my name on the leaderboard' })
      const before = await shown.isChecked()
      await hand.press(shown, 'Space')
      await said(page, before ? 'The board shows you as a hidden tester.' : 'Your name is on the board.')
      await page.reload()
      await expect(shown).toBeChecked({ checked: !before })
    },
  },
  {
    name: 'see one’s sessions whole',
    at: () => '/u/rin?tab=security',
    async does(hand) {
      const { page } = hand
      await expect(page.getByText('This one'))
        .toBeInViewport({ ratio: 0 })
        .catch(() => undefined)
      const mark = page.getByText('This one')
      await mark.scrollIntoViewIfNeeded()
      const box = await mark.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
    },
  },
  {
    name: 'comment while offline, and leave the page',
    at: ({ known }) => `/issues/${known}`,
    async does(hand) {
      const { page } = hand
      await page.context().setOffline(true)
      await hand.go('Leaderboard', ['g', 'l'])
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeAttached()
      await page.context().setOffline(false)
    },
  },
  {
    name: 'an address that is nothing',
    at: () => '/issues/999999',
    async does(hand) {
      await said(hand.page, 'Object not found.')
    },
  },
]

export const ADMINISTRATORS: Task[] = [
  {
    name: 'invite somebody',
    at: () => '/admin/settings/access',
    async does(hand) {
      const { page } = hand
      await hand.press(button(page, 'New invitation'))
      await hand.write(dialog(page).getByLabel('Label'), 'A friend')
      await hand.press(dialog(page).getByRole('button', { name: 'Make the link' }))
      await said(page, 'The invitation is made')
    },
  },
  {
    name: 'triage: accept, ask in one’s own words, undo',
    at: () => '/issues/triage',
    async does(hand) {
      const { page } = hand
      const title = page.locator('#case-title')
      const first = await title.textContent()
      await hand.shortcut(['1'], button(page, /^Accept/))
      const severity = page.getByRole('group', { name: 'Severity' })
      await hand.shortcut(['3'], severity.getByRole('button').nth(2))
      await expect(title).not.toHaveText(first ?? '')
      const second = await title.textContent()
      await hand.shortcut(['4'], button(page, /^Ask/))
      await expect(dialog(page).getByRole('textbox', { name: 'Question' })).toBeFocused()
      await page.keyboard.type('What wallet is this?')
      await expect(dialog(page).getByRole('textbox', { name: 'Question' })).toHaveValue(
        'What wallet is this?',
      )
      await hand.shortcut(['Control+Enter'], dialog(page).getByRole('button', { name: /^Ask/ }))
      await expect.poll(() => title.allTextContents()).not.toContain(second)
      await hand.shortcut(['u'], button(page, /^Undo/))
      await said(page, /is back in the queue/)
    },
  },
  {
    name: 'make a report private, and open it again',
    at: ({ known }) => `/issues/${known}`,
    async does(hand) {
      const { page } = hand
      await hand.press(button(page, 'Make private'))
      await said(page, /is private now/)
      await hand.press(button(page, 'Open to the programme'))
      await said(page, /is open to the programme/)
    },
  },
  {
    name: 'assign to a colleague, and to nobody',
    at: ({ known }) => `/issues/${known}`,
    async does(hand, { colleague }) {
      const { page } = hand
      const assignee = page.getByLabel('Assignee')
      hand.deeds += 2
      await assignee.selectOption({ label: `@${colleague.username}` })
      await said(page, `assigned to @${colleague.username}`)
      await assignee.selectOption('')
      await said(page, /assigned to nobody/)
    },
  },
  {
    name: 'regrade, and take it back',
    at: ({ known }) => `/issues/${known}`,
    async does(hand) {
      const { page } = hand
      await hand.choose(page.getByRole('group', { name: 'Severity' }).getByRole('radio', { name: 'S3' }))
      await said(page, /regraded to/)
      await hand.press(button(page, 'Undo the last one'))
      await said(page, /is as it was/)
    },
  },
  {
    name: 'suspend somebody, and let them in again',
    at: () => '/admin/settings/people',
    async does(hand) {
      const { page } = hand
      const row = page.getByRole('row', { name: /^juno/ })
      await hand.press(hand.way === 'keys' ? row : row.getByRole('cell').nth(hand.narrow ? 2 : 3))
      for (const [open, act] of [
        ['Suspend…', 'Suspend'],
        ['Make active again', 'Make active'],
      ] as const) {
        await hand.press(button(page, open))
        await hand.write(dialog(page).getByLabel('Reason'), 'The same report nine times in a row.')
        await hand.press(dialog(page).getByRole('button', { name: act, exact: true }))
        await expect(dialog(page).getByLabel('Reason')).toBeHidden()
      }
    },
  },
  {
    name: 'add a build',
    at: () => '/admin/settings/builds',
    async does(hand) {
      const { page } = hand
      await hand.press(button(page, /^Add/).first())
      await hand.write(dialog(page).getByLabel('Version'), `0.9.${2 + Math.floor(Math.random() * 9000)}`)
      await hand.press(dialog(page).getByRole('button', { name: 'Add the build' }))
      await expect(dialog(page)).toBeHidden()
    },
  },
  {
    name: 'try a change of the rules',
    at: () => '/admin/settings/scoring',
    async does(hand) {
      const { page } = hand
      await hand.write(page.getByRole('textbox', { name: /^bug\.S4|^Trivial/ }).first(), '30')
      await expect(page.getByRole('region', { name: /Dry run/ })).toContainText('issued')
    },
  },
  {
    name: 'find in the audit who suspended somebody',
    at: () => '/admin/settings/audit',
    async does(hand) {
      const { page } = hand
      await hand.write(page.getByLabel('Command'), 'suspend')
      await expect(
        page
          .getByRole('table')
          .or(page.getByRole('list'))
          .getByText(/@mia|mia/)
          .first(),
      ).toBeVisible()
    },
  },
]
