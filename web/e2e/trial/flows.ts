// Missions, appeals, news, connections: the flows that came after the first trial.
import { expect } from '@playwright/test'
import { button, dialog, said, type Task } from './task.ts'

const REFUSED = '{"code":4001,"message":"User rejected the request."}'

export const TESTER_FLOWS: Task[] = [
  {
    name: '35 paste the text of an error, and read what happened',
    at: () => '/',
    async does(hand) {
      const { page } = hand
      await hand.paste(page.getByLabel('Transaction, link or error'), REFUSED)
      await expect(page.getByRole('region', { name: 'What happened' })).toBeVisible()
    },
  },
  {
    name: '36 find a mission, do it and submit it',
    at: () => '/',
    async does(hand, { mission }) {
      const { page } = hand
      await hand.go('Missions', ['g', 'm'])
      await hand.press(page.getByRole('main').getByRole('link', { name: mission }).first())
      await expect(button(page, /^Start/)).toBeVisible()
      await hand.shortcut(['Enter'], button(page, /^Start/))
      await hand.write(page.getByRole('main').getByRole('textbox').first(), 'The fees came as a surprise.')
      // The answer is saved first.
      await expect(button(page, /^Submit/)).toBeEnabled()
      await hand.shortcut(['Control+Enter'], button(page, /^Submit/))
      await said(page, 'The team is reviewing it.')
    },
  },
  {
    name: '37 appeal against a closed report',
    at: ({ closed }) => `/issues/${closed}`,
    async does(hand) {
      const { page } = hand
      await hand.press(button(page, 'Appeal'))
      await hand.write(
        page.getByLabel('Why the decision is wrong'),
        'It happens on both of my machines, every single time.',
      )
      await hand.shortcut(['Control+Enter'], button(page, 'Send appeal'))
      await expect(button(page, 'Your appeal is being read')).toBeVisible()
    },
  },
  {
    name: '38 find one’s open appeal again',
    at: () => '/',
    async does(hand) {
      await hand.go('Leaderboard', ['g', 'l'])
      await said(hand.page, 'Your appeal is being read.')
    },
  },
  {
    name: '39 open the inbox',
    at: () => '/issues',
    async does(hand) {
      await hand.go('Inbox', ['g', 'n'])
      await expect(hand.page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible()
    },
  },
  {
    name: '40 get fewer e-mails',
    at: ({ rin }) => `/u/${rin.username}?tab=notifications`,
    async does(hand) {
      const { page } = hand
      await hand.choose(page.getByRole('radio', { name: 'Quiet' }))
      await expect(page.getByRole('radio', { name: 'Quiet' })).toBeChecked()
      await said(page, /Everything else stays in the inbox/)
    },
  },
  {
    name: '41 download one’s data',
    isSensitive: true,
    at: ({ rin }) => `/u/${rin.username}?tab=data`,
    async does(hand) {
      const { page } = hand
      const coming = page.waitForEvent('download')
      await hand.press(button(page, 'Download my data'))
      await coming
      await said(page, /^Saved to your/)
    },
  },
]

export const ADMIN_FLOWS: Task[] = [
  {
    name: '42 approve a submission',
    at: () => '/review/missions',
    async does(hand) {
      const { page } = hand
      const inHand = page.getByRole('region', { name: 'Submission', exact: true })
      await expect(inHand).toContainText('The fees came as a surprise.')
      await hand.shortcut(['1'], button(page, /^Approve/))
      await said(page, 'No submissions to review.')
    },
  },
  {
    name: '43 find an open appeal, and answer it',
    at: () => '/',
    async does(hand, { closed }) {
      const { page } = hand
      if (hand.way === 'keys') await hand.go('Review', ['g', 'a'])
      else {
        await hand.go('Review', [])
        await hand.press(
          page.getByRole('navigation', { name: 'Queues' }).getByRole('link', { name: /^Appeals/ }),
        )
      }
      await hand.write(page.getByLabel(/^Answer to @rin/), 'You are right, it was looked at again.')
      await hand.press(button(page, `Reopen #${closed}`))
      await said(page, 'Upheld. @rin was notified.')
    },
  },
  {
    name: '44 write a mission, and take it live',
    at: () => '/admin/settings/missions',
    async does(hand) {
      const { page } = hand
      await hand.press(
        page
          .getByRole('link', { name: /mission/i })
          .filter({ hasText: /New|Write/ })
          .first(),
      )
      await hand.write(page.getByRole('textbox', { name: 'Title' }), `Try the new quote, by ${hand.way}`)
      await hand.write(
        page.getByRole('textbox', { name: 'What to try, and why' }),
        'Say what slowed you down.',
      )
      await hand.write(page.getByRole('textbox', { name: 'What to do' }), 'What slowed you down?')
      await hand.choose(page.getByRole('radio', { name: 'question' }))
      await hand.shortcut(['Control+s'], button(page, /^Save/).first())
      await said(page, 'The mission is saved.')
      await hand.press(button(page, 'Go live…'))
      await hand.press(dialog(page).getByRole('button', { name: 'Go live' }))
      await expect(page.getByRole('region', { name: 'Mission', exact: true })).toContainText('live')
    },
  },
  {
    name: '45 announce something',
    at: () => '/admin/settings/announcements',
    async does(hand) {
      const { page } = hand
      await hand.press(button(page, /New announcement|Write the first/).first())
      await hand.write(dialog(page).getByRole('textbox', { name: 'Title' }), `A short break, by ${hand.way}`)
      await hand.write(dialog(page).getByRole('textbox', { name: 'Text' }), 'The test network rests tonight.')
      await hand.press(dialog(page).getByRole('button', { name: 'Save draft' }))
      const publish = page.getByRole('dialog', { name: /^Publish/ })
      await hand.press(publish.getByRole('button', { name: 'Publish', exact: true }))
      await expect(page.getByRole('row', { name: /A short break/ })).toContainText(/people|person/)
    },
  },
  {
    name: '46 make an API key',
    isSensitive: true,
    at: () => '/admin/settings/keys',
    async does(hand) {
      const { page } = hand
      await hand.press(button(page, /New key|Create the first key/).first())
      await hand.write(dialog(page).getByLabel('Name'), `CI, by ${hand.way}`)
      await hand.press(dialog(page).getByRole('button', { name: 'Create key' }))
      await expect(page.getByRole('dialog', { name: /^The key CI/ })).toBeVisible()
    },
  },
  {
    name: '47 add a webhook',
    isSensitive: true,
    at: () => '/admin/settings/webhooks',
    async does(hand) {
      const { page } = hand
      await hand.press(button(page, /Add webhook|Add the first webhook/).first())
      await hand.write(dialog(page).getByLabel('Name'), `Team, by ${hand.way}`)
      await hand.write(dialog(page).getByLabel('URL'), 'https://example.org/hook')
      await hand.press(dialog(page).getByRole('button', { name: 'Add the webhook' }))
      await expect(page.getByRole('dialog', { name: /^Secret of Team/ })).toBeVisible()
    },
  },
]
