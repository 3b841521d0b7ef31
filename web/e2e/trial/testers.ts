// What testers come for: where each task begins, and how it is done. Each ends with what a user would look for to know
// that it worked.
import { expect, type Page } from '@playwright/test'
import { button, dialog, said, type Task } from './task.ts'

export const TESTERS: Task[] = [
  {
    name: '4 report a bug with a picture and steps; the draft keeps both',
    at: () => '/',
    async does(hand, { picture }) {
      const { page } = hand
      await hand.shortcut(
        ['c'],
        page.getByRole('link', { name: 'New issue' }).filter({ visible: true }).first(),
      )
      // Anyone who has a keyboard goes on typing; on a phone it would cover the page.
      if (!hand.narrow) await expect(page.getByLabel('Title')).toBeFocused()
      await hand.write(page.getByLabel('Title'), 'The price jumps when the tab comes back')
      await hand.write(page.getByLabel('What happened?'), 'A third higher than before, every time.')
      await hand.write(page.getByLabel('Steps, one on each line'), 'Open\nLeave\nCome back')
      const file = { name: 'shot.png', mimeType: 'image/png', buffer: picture }
      await page.locator('input[type=file]').setInputFiles(file)
      hand.deeds += 1
      const redact = page.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'Redact' })
      await expect(redact).toBeVisible()
      if (!hand.narrow) await said(page, /^Draft saved/)
      await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('shot.webp')
      await page.reload()
      await expect(redact).toBeVisible()
      await expect(button(page, /^Submit/)).toBeEnabled()
      if (hand.narrow && hand.way === 'keys') await page.getByLabel('Title').focus()
      await hand.shortcut(['Control+Enter'], button(page, /^Submit/))
      await said(page, /thank you/i)
    },
  },
  {
    name: '5 redact a picture',
    at: () => '/issues/new',
    async does(hand, { picture }) {
      const { page } = hand
      const file = { name: 'account.png', mimeType: 'image/png', buffer: picture }
      await page.locator('input[type=file]').setInputFiles(file)
      hand.deeds += 1
      const files = page.getByRole('list', { name: 'Files' })
      await hand.press(files.getByRole('button', { name: 'Redact' }))
      const canvas = dialog(page).getByRole('application')
      await expect(canvas).toBeFocused()
      hand.deeds += 1
      if (hand.way === 'keys') await page.keyboard.press('Enter')
      else {
        const box = await canvas.boundingBox()
        if (!box) throw new Error('The picture is not there.')
        await page.mouse.move(box.x + box.width / 4, box.y + box.height / 4)
        await page.mouse.down()
        await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 })
        await page.mouse.up()
      }
      await hand.press(dialog(page).getByRole('button', { name: 'Remove covered parts' }))
      await expect(dialog(page)).toBeHidden()
      await expect(files.getByRole('button', { name: 'Redact' })).toBeVisible()
      await hand.press(files.getByRole('button', { name: /^Remove/ }))
      await expect(files).toBeHidden()
    },
  },
  {
    name: '6 join one that is similar',
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
    name: '7 edit one’s report',
    at: ({ own }) => `/issues/${own}`,
    async does(hand) {
      const { page } = hand
      await hand.press(button(page, 'More'))
      await hand.press(page.getByRole('menuitem', { name: 'Edit' }))
      await hand.write(dialog(page).getByLabel('Expected'), 'The comma stays.')
      await hand.shortcut(['Control+Enter'], dialog(page).getByRole('button', { name: 'Save' }))
      await said(page, 'Report updated.')
    },
  },
  {
    name: '8 comment with a mention',
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
    name: '9 affects me, watch',
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
    name: '10 search with a filter, save it, and come back to the row',
    at: () => '/issues',
    async does(hand) {
      const { page } = hand
      const field = page.getByRole('combobox', { name: /Search issues/ })
      if (hand.narrow || hand.way === 'keys') await hand.shortcut(['/'], button(page, 'Search'))
      else await hand.press(field)
      await expect(field).toBeFocused()
      hand.deeds += 1
      await field.press('Control+a')
      await page.keyboard.type('is:open permit')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/q=is%3Aopen\+permit/)
      await hand.press(button(page, 'Saved'))
      await hand.press(page.getByRole('menuitem', { name: 'Save this search…' }))
      await hand.write(dialog(page).getByLabel('Name'), 'Permits')
      await hand.press(dialog(page).getByRole('button', { name: 'Save' }))
      await expect(dialog(page)).toBeHidden()
      const row = page.getByRole('link', { name: /^Permit expired/ })
      await expect(row).toHaveCount(1)
      await hand.press(row)
      await expect(page.getByRole('heading', { level: 2, name: /Permit expired/ })).toBeVisible()
      await page.goBack()
      await expect(page.locator('[aria-current] a').filter({ hasText: 'Permit expired' })).toBeFocused()
    },
  },
  {
    name: '11 find an issue from anywhere',
    at: () => '/leaderboard',
    async does(hand, { known }) {
      const { page } = hand
      if (hand.way === 'keys') await hand.shortcut(['Control+k'], button(page, 'Search'))
      else await hand.press(hand.narrow ? button(page, 'Search') : button(page, /Search or jump/))
      const field = page.getByPlaceholder('Search or jump to…')
      await expect(field).toBeFocused()
      hand.deeds += 1
      await page.keyboard.type(String(known))
      const found = page.getByRole('option', { name: /Permit expired/ }).first()
      await expect(found).toBeVisible()
      await hand.shortcut(['Enter'], found)
      await expect(page).toHaveURL(new RegExp(`/issues/${known}$`))
    },
  },
  {
    name: '12 rank, and why these points',
    at: () => '/',
    async does(hand) {
      const { page } = hand
      await hand.go('Leaderboard', ['g', 'l'])
      const mine = page.getByRole('row', { name: /rin/ })
      await expect(mine).toBeVisible()
      if (hand.way === 'pointer')
        await hand.press(hand.narrow ? button(page, /^Your ledger/) : mine.getByRole('cell').nth(2))
      else {
        await hand.shortcut(['m'], mine)
        await expect(mine).toBeFocused()
        await hand.shortcut(['Enter'], mine)
      }
      const ledger = page.getByRole('complementary').or(dialog(page))
      await expect(ledger.getByText('Your ledger').first()).toBeVisible()
      await expect(ledger.getByRole('listitem').first()).toContainText(/\d/)
    },
  },
  {
    name: '13 check a fix',
    at: ({ fixed }) => `/issues/${fixed}`,
    async does(hand) {
      const { page } = hand
      await hand.shortcut(['1'], button(page, /^Works for me/))
      await hand.press(dialog(page).getByRole('button', { name: 'Send the check' }))
      await said(page, 'You said it works.')
    },
  },
  {
    name: '32 comment while offline, leave the page, and find it sent when the network is back',
    at: ({ known }) => `/issues/${known}`,
    async does(hand, { known }) {
      const { page } = hand
      const words = `Written while offline, by ${hand.way}.`
      await page.context().setOffline(true)
      await hand.write(page.getByRole('textbox', { name: 'Comment' }), words)
      await hand.shortcut(['Control+Enter'], button(page, /^Comment/))
      await hand.go('Leaderboard', ['Escape', 'g', 'l'])
      const way = hand.narrow ? button(page, 'Menu') : page.getByRole('navigation', { name: 'Main' })
      await expect(way).toBeVisible()
      await page.context().setOffline(false)
      await expect(page.getByRole('heading', { level: 1, name: 'Leaderboard' })).toBeVisible()
      await page.goto(new URL(`/issues/${known}`, page.url()).href)
      await expect(page.getByRole('article').getByText(words)).toBeVisible()
    },
  },
  {
    name: '33 two tabs, and an address that is nothing',
    at: ({ known }) => `/issues/${known}`,
    async does(hand) {
      const { page } = hand
      const other = await page.context().newPage()
      await other.goto(page.url())
      const affects = (tab: Page) => tab.getByRole('button', { name: /^Affects me/ })
      const before = await affects(page).getAttribute('aria-pressed')
      // It is shown before the server has it, and a tab that is closed sends nothing more.
      const sent = other.waitForResponse(/issueVote|issueUnvote/)
      await affects(other).click()
      await sent
      await expect(affects(other)).not.toHaveAttribute('aria-pressed', before ?? '')
      await other.close()
      // A browser without a window does not report that a tab is looked at again.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      await expect(affects(page)).not.toHaveAttribute('aria-pressed', before ?? '')
      await page.goto(new URL('/issues/999999', page.url()).href)
      await said(page, 'Object not found.')
      await hand.go('Issues', ['g', 'i'])
      await expect(page.getByRole('list', { name: 'Issues' })).toBeVisible()
    },
  },
  {
    name: '34 print an issue',
    at: ({ known }) => `/issues/${known}`,
    async does({ page }) {
      await page.emulateMedia({ media: 'print' })
      try {
        await expect(page.getByRole('heading', { level: 2, name: /Permit expired/ })).toBeVisible()
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
        await expect(page.getByRole('textbox', { name: 'Comment' })).toBeHidden()
        await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
      } finally {
        await page.emulateMedia({ media: null })
      }
    },
  },
]
