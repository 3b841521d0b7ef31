// Coming in, and what people change about themselves.
import { expect } from '@playwright/test'
import { quiet } from '../fixtures.ts'
import { linksTo } from '../fixtures/mailbox.ts'
import { button, expectNothingBeside, password, said, type Task } from './task.ts'

/** Of people whom the browser does not know. */
export const STRANGERS: Task[] = [
  {
    name: '2 sign up by invitation',
    at: ({ code }) => `/sign-up?code=${code.toUpperCase().replaceAll('-', ' ')}`,
    async does(hand) {
      const { page } = hand
      await said(page, /3 to 32 letters/)
      await hand.write(page.getByLabel('Username'), `milo-${hand.way}`)
      await hand.write(page.getByRole('textbox', { name: 'E-mail' }), `milo-${hand.way}@example.org`)
      await hand.write(password(page), 'a plain long phrase')
      await hand.press(button(page, 'Create account'))
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    },
  },
  {
    name: '33 a link to an issue, through the sign-in',
    at: ({ known }) => `/issues/${known}`,
    async does(hand, { nora, known }) {
      const { page } = hand
      await hand.write(page.getByLabel('Username'), nora.username)
      await hand.write(password(page), nora.password)
      await hand.shortcut(['Enter'], button(page, 'Sign in'))
      await expect(page).toHaveURL(new RegExp(`/issues/${known}$`))
    },
  },
  {
    name: '18 a forgotten password',
    at: () => '/login',
    async does(hand, { juno }) {
      const { page } = hand
      await hand.press(page.getByRole('link', { name: 'Forgot password?' }))
      await hand.write(page.getByRole('textbox', { name: 'E-mail' }), juno.email)
      await hand.press(button(page, 'Send the link'))
      await said(page, /we’ve sent an e-mail with a link/)
      const link = () => linksTo(juno.email).findLast(each => each.includes('request_password_reset'))
      await expect.poll(link).toBeTruthy()
      await page.goto(link() ?? '')
      await hand.write(password(page, 'New password'), 'another quite long phrase')
      await hand.press(button(page, 'Change password'))
      await said(page, /Password changed/)
    },
  },
  {
    name: '17 ten wrong passwords: it is said how long to wait',
    at: () => '/login',
    async does(hand, { colleague }) {
      const { page } = hand
      await hand.write(page.getByLabel('Username'), colleague.username)
      for (let attempt = 0; attempt < 12; attempt += 1) {
        await hand.write(password(page), `not my password ${attempt}`)
        const answered = page.waitForResponse('**/parse/login')
        await hand.shortcut(['Enter'], button(page, 'Sign in'))
        if ((await answered).status() === 429) break
      }
      // It counts down, and a second is soon over.
      await expect(page.getByRole('alert')).toContainText(/Try again in \d+ s\.|You can try again now\./)
    },
  },
  {
    name: '17 sign in, out, and in again',
    at: () => '/login',
    async does(hand, { nora }) {
      const { page } = hand
      for (const again of [false, true]) {
        await hand.write(page.getByLabel('Username'), nora.username)
        await hand.write(password(page), nora.password)
        await hand.shortcut(['Enter'], button(page, 'Sign in'))
        await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
        if (again) return
        if (hand.narrow) await hand.press(button(page, 'Menu'))
        await hand.press(button(page, 'Logout'))
        await expect(page).toHaveURL(/\/login/)
      }
    },
  },
]

/** Of a user who is here for the first time. */
export const NEWCOMERS: Task[] = [
  {
    name: '3 first visit: three ways to begin',
    at: () => '/',
    async does(hand) {
      const { page } = hand
      const welcome = page.getByRole('region', { name: 'Welcome' })
      await expect(welcome.getByRole('listitem')).toHaveCount(3)
      await hand.press(welcome.getByRole('link', { name: 'Report a problem' }))
      await expect(page.getByRole('heading', { level: 1, name: 'New issue' })).toBeVisible()
    },
  },
]

/** Of a user who is known. */
export const ACCOUNT: Task[] = [
  {
    name: '14 change the name',
    at: ({ kai }) => `/u/${kai.username}?tab=security`,
    async does(hand, { kai }) {
      const { page } = hand
      const name = `${kai.username}-b`
      await hand.write(page.getByRole('textbox', { name: 'Username' }), name)
      await hand.press(button(page, 'Change name'))
      await said(page, `You are @${name} now.`)
      kai.username = name
    },
  },
  {
    name: '15 hide from the board, and see it after a reload',
    at: ({ kai }) => `/u/${kai.username}?tab=privacy`,
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
    name: '16 see one’s sessions whole',
    at: ({ kai }) => `/u/${kai.username}?tab=security`,
    async does({ page }) {
      const mark = page.getByText('This one')
      await mark.scrollIntoViewIfNeeded()
      const box = await mark.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
      await expectNothingBeside(page)
    },
  },
  {
    name: '31 the light theme, and everything twice as large',
    at: ({ kai }) => `/u/${kai.username}?tab=preferences`,
    async does(hand, { known }) {
      const { page } = hand
      await hand.choose(page.getByRole('radio', { name: 'Light' }))
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
      const size = page.viewportSize()
      if (!size) throw new Error('The window has no size.')
      // Half as many points on the same glass; narrower than 320 nothing has to fit.
      await page.setViewportSize({ width: Math.max(320, size.width / 2), height: size.height / 2 })
      for (const path of ['/', '/issues', `/issues/${known}`, '/issues/new', '/leaderboard']) {
        await page.goto(new URL(path, page.url()).href)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await quiet(page)
        await expectNothingBeside(page)
      }
      await page.setViewportSize(size)
    },
  },
  {
    name: '14 change the password',
    at: ({ kai }) => `/u/${kai.username}?tab=security`,
    async does(hand, { kai }) {
      const { page } = hand
      await hand.write(password(page, 'Current password'), kai.password)
      await hand.write(password(page, 'New password'), 'quite another long phrase')
      await hand.press(button(page, 'Change password'))
      await said(page, 'Password changed.')
      kai.password = 'quite another long phrase'
    },
  },
]
