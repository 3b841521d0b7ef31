// What administrators decide about reports, one by one and several at once.
import { expect } from '@playwright/test'
import type { Hand } from './hand.ts'
import { button, dialog, said, type Task } from './task.ts'

/** Opens the menu beside the next step, and chooses one of its lines. */
async function decide(hand: Hand, name: string) {
  await hand.press(button(hand.page, 'More decisions'))
  await hand.press(hand.page.getByRole('menuitem', { name }))
}

export const ADMINISTRATORS: Task[] = [
  {
    name: '19 triage: accept, ask in one’s own words, undo',
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
      await expect(button(page, /^Undo/)).toBeEnabled()
      await hand.shortcut(['u'], button(page, /^Undo/))
      await said(page, /is back in the queue/)
    },
  },
  {
    name: '20 accept several in the list at once',
    at: () => '/issues?q=is%3Anew',
    async does(hand, { fresh }) {
      const { page } = hand
      // As they stand in the list: the newest first.
      for (const number of fresh.toReversed()) {
        const box = page.getByRole('checkbox', { name: `Select #${number}` })
        if (hand.way === 'keys') {
          const row = page.locator(`[aria-current] [data-issue="${number}"]`)
          while ((await row.count()) === 0) {
            const before = await page.locator('[aria-current] [data-issue]').allTextContents()
            await hand.shortcut(['j'], box)
            await expect
              .poll(() => page.locator('[aria-current] [data-issue]').allTextContents())
              .not.toEqual(before)
          }
        }
        await hand.shortcut(['x'], box)
        await expect(box).toBeChecked()
      }
      const bar = page.getByRole('region', { name: 'Selected issues' })
      await hand.press(bar.getByRole('button', { name: /^Accept/ }))
      await hand.press(page.getByRole('menuitem', { name: /S4/ }))
      await said(page, `${fresh.length} issues changed.`)
    },
  },
  {
    name: '21 make a report private, and open it again',
    at: ({ known }) => `/issues/${known}`,
    async does(hand) {
      const { page } = hand
      await decide(hand, 'Make private')
      await said(page, /is private now/)
      await decide(hand, 'Make public')
      await said(page, /is open to the programme/)
    },
  },
  {
    name: '22 assign to a colleague, and to nobody',
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
    name: '23 regrade before the settlement, and take it back',
    at: ({ known }) => `/issues/${known}`,
    async does(hand) {
      const { page } = hand
      hand.deeds += 2
      await page.getByLabel('Severity').selectOption('S3')
      await said(page, /regraded to/)
      await decide(hand, 'Undo the last decision')
      await said(page, /is as it was/)
    },
  },
  {
    name: '26 mark an issue fixed',
    at: ({ known }) => `/issues/${known}`,
    async does(hand) {
      const { page } = hand
      await decide(hand, 'Mark fixed…')
      await hand.press(dialog(page).getByRole('button', { name: 'Ask for checks' }))
      await expect(dialog(page)).toBeHidden()
      await said(page, /^Fixed/)
    },
  },
  {
    name: '24 regrade after the settlement, and share the points anew',
    at: ({ fixed }) => `/issues/${fixed}`,
    async does(hand) {
      const { page } = hand
      hand.deeds += 2
      await page.getByLabel('Severity').selectOption('S2')
      const asks = dialog(page)
      await expect(asks.getByText(/They stay as they are/)).toBeVisible()
      await hand.press(
        asks.getByRole('checkbox', { name: 'Recalculate the points for the new grade' }),
        'Space',
      )
      await hand.write(asks.getByLabel('Reason'), 'It loses money, which was not known before.')
      await hand.shortcut(['Control+Enter'], asks.getByRole('button', { name: /^Regrade/ }))
      await said(page, /its points were shared anew/)
    },
  },
]
