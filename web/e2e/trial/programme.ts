// What administrators change about the programme and its people.
import { expect } from '@playwright/test'
import { daysFromNow } from '../fixtures/seed.ts'
import { button, dialog, said, type Task } from './task.ts'

export const PROGRAMME: Task[] = [
  {
    name: '1 invite a user',
    at: () => '/admin/settings/access',
    async does(hand) {
      const { page } = hand
      await hand.press(button(page, 'New invitation'))
      await hand.write(dialog(page).getByLabel('Label'), 'A friend')
      await hand.press(dialog(page).getByRole('button', { name: 'Create link' }))
      await said(page, 'Invitation created')
    },
  },
  {
    name: '25 limit a user, suspend them, and let them in again',
    at: () => '/admin/settings/people',
    async does(hand) {
      const { page } = hand
      const row = page.getByRole('row', { name: /^juno/ })
      await hand.press(hand.way === 'keys' ? row : row.getByRole('cell').nth(hand.narrow ? 2 : 3))
      for (const [open, act] of [
        ['Limit…', 'Limit'],
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
    name: '26 add a build',
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
    name: '27 end the season, plan the next from now, and open it',
    at: () => '/admin/settings/seasons',
    async does(hand) {
      const { page } = hand
      const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
      await hand.press(line('Autumn').getByRole('button', { name: 'End…' }))
      await hand.press(dialog(page).getByRole('button', { name: 'End now' }))
      await expect(line('Autumn')).toContainText('Being checked')
      await hand.press(button(page, 'New season'))
      await hand.write(dialog(page).getByLabel('Name'), 'Winter')
      // It begins where the last one has ended.
      await hand.write(dialog(page).getByLabel('Ends, UTC'), daysFromNow(50).slice(0, 16))
      await hand.press(dialog(page).getByRole('button', { name: 'Save' }))
      await hand.press(line('Winter').getByRole('button', { name: 'Start…' }))
      await hand.press(dialog(page).getByRole('button', { name: 'Start now' }))
      await expect(line('Winter')).toContainText('Running')
    },
  },
  {
    name: '28 try a change of the rules',
    at: () => '/admin/settings/scoring',
    async does(hand) {
      const { page } = hand
      await hand.press(page.locator('summary', { hasText: 'Change numbers' }))
      await hand.write(page.getByRole('textbox', { name: /bug\.S4/ }).first(), '30')
      await expect(page.getByRole('region', { name: /Dry run/ })).toContainText('issued')
    },
  },
  {
    name: '29 find in the audit who suspended a user',
    at: () => '/admin/settings/audit',
    async does(hand) {
      const { page } = hand
      await page.getByLabel('Action').selectOption('Change account status')
      const entries = page.getByRole('main').getByRole('listitem')
      await expect(entries.filter({ hasNotText: 'juno' })).toHaveCount(0)
      await expect(entries.filter({ hasText: 'mia' }).first()).toBeVisible()
    },
  },
  {
    name: '30 rename the product, and read it in the tab',
    at: () => '/admin/settings/general',
    async does(hand) {
      const { page } = hand
      await hand.write(page.getByRole('textbox', { name: 'Product', exact: true }), 'Lakeside Swap')
      await hand.shortcut(['Control+s'], button(page, /^Save/))
      await expect(page).toHaveTitle(/Lakeside Swap/)
    },
  },
]
