// A picture of every page in both themes and three widths: of a programme that has run for eight weeks, and of one in
// which nothing has happened.
import type { Page } from '@playwright/test'
import { shoot, visit, WINDOWS } from './camera.ts'
import { enter, expect, setServer, settled, signIn, test } from './fixtures.ts'
import { endSessionsOf, type Person, person, runAs } from './people.ts'
import { demoPerson, FULL } from './fixtures/demo.ts'
import { ADMIN_PLACES } from './places.ts'
import { addressOf, EMPTY_PORT, STYLEGUIDE_PORT } from './fixtures/names.ts'
import { injectEvm, injectPolkadot, injectSolana } from './fixtures/wallets.ts'

const EMPTY = addressOf(EMPTY_PORT)
const SETTINGS = ADMIN_PLACES.flatMap(({ path }) => /^\/admin\/settings\/?(.*)$/.exec(path)?.[1] ?? [])

/** What a wallet says when its owner says no: explained without asking any node. */
const REJECTED = '{"code":4001,"message":"User rejected the request."}'

test.setTimeout(240_000)

const SIGNING_IN = ['kai', 'rin', 'mia', 'neo', 'ada', 'lev', 'noor', 'tomas', 'yuki', 'zara']

/** The demo user who has most to do. */
async function busyTester(): Promise<Person> {
  const all = await Promise.all(
    SIGNING_IN.map(async name => {
      const tester = await demoPerson(name)
      const { waiting } = await runAs(tester, 'notificationList', { bucket: 'action', limit: 1 }, FULL)
      return { tester, waiting: waiting as number }
    }),
  )
  const most = Math.max(...all.map(({ waiting }) => waiting))
  return all.find(({ waiting }) => waiting === most)?.tester ?? demoPerson('rin')
}

/** The number of the first issue that a search finds. */
async function found(by: Person, query: string): Promise<number> {
  const { rows } = await runAs(by, 'searchIssues', { query, sort: 'affected', limit: 1 }, FULL)
  if (!rows[0]) throw new Error(`The demo has no issue for ${query}.`)
  return rows[0].number
}

/** Opens something on the page, takes it, and closes it again. */
async function look(page: Page, name: string, open: () => Promise<unknown>) {
  await open()
  await expect(page.getByRole('dialog').or(page.getByRole('complementary').nth(1)).first()).toBeVisible()
  await settled(page)
  await shoot(page, name, { screen: true })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

for (const { form, viewport } of WINDOWS) {
  /** The sidebar is a drawer, and a ledger covers the page. */
  const isNarrow = form !== 'wide'
  test.describe(form, () => {
    test.use({ viewport })

    test('the styleguide', async ({ page }) => {
      await page.goto(`${addressOf(STYLEGUIDE_PORT)}/styleguide`)
      await expect(page.getByRole('heading', { name: 'Components' })).toBeVisible()
      await shoot(page, 'styleguide')
      if (isNarrow) return
      await page.getByRole('button', { name: 'Menu' }).click()
      await shoot(page, 'styleguide-menu', { screen: true })
    })

    test('public pages', async ({ page }) => {
      for (const [path, name] of [
        ['login', 'login'],
        ['sign-up', 'sign-up'],
        ['reset-password', 'password-forgotten'],
        ['reset-password?token=t', 'password-new'],
        ['verify-email?result=verified', 'e-mail-verified'],
        ['verify-email?result=expired', 'e-mail-expired'],
      ] as const) {
        await page.goto(`/${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await shoot(page, `public/${name}`)
      }
      await page.goto('/login')
      await page.getByLabel('Username').fill('nobody')
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill('not a password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByText('Wrong username or password.')).toBeVisible()
      await shoot(page, 'public/login-refused')
    })

    test('the setup', async ({ page, ownServer: { address, setupLink } }) => {
      await page.goto(`${address}/login`)
      await expect(page.getByText('This server is not set up yet.')).toBeVisible()
      await shoot(page, 'setup/0-login')
      await page.goto(`${address}/setup#token=wrong`)
      await expect(page.getByRole('textbox', { name: 'Setup token' })).toHaveAttribute('aria-invalid', 'true')
      await shoot(page, 'setup/0-refused')
      await page.goto('about:blank')
      await page.goto(setupLink())
      await page.getByLabel('Username').fill('mia')
      await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a plain long phrase')
      await shoot(page, 'setup/1-administrator')
      await page.keyboard.press('Enter')
      for (const step of ['programme', 'networks', 'response', 'access', 'done']) {
        await expect(page).toHaveURL(new RegExp(`/admin/setup/${step}$`))
        await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
        await shoot(page, `setup/2-${step}`)
        if (step !== 'done') await page.getByRole('link', { name: 'Skip', exact: true }).click()
      }
      await page.goto(`${address}/setup`)
      await expect(page.getByRole('heading', { name: 'Object not found.' })).toBeVisible()
      await shoot(page, 'setup/gone')
      await visit(page, `${address}/`, 'setup/first-dashboard')
      if (isNarrow) await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByLabel('Have an invitation?')).toBeVisible()
      await shoot(page, 'public/login-invited')
      await page.goto(`${address}/sign-up?code=k7fm-2x9q-pd4t`)
      await expect(page.getByLabel('Invitation code')).toBeVisible()
      await shoot(page, 'public/sign-up-invited')
    })

    test('a full programme, as a tester', async ({ page }) => {
      const rin = await busyTester()
      await enter(page, rin)
      await visit(page, '/', 'full/dashboard-tester')
      if (isNarrow) {
        await page.getByRole('button', { name: 'Menu' }).click()
        await shoot(page, 'full/drawer', { screen: true })
      }
      await visit(page, '/issues', 'full/issues', { screen: true })
      await visit(page, '/issues?q=permit', 'full/issues-search', { screen: true })
      await visit(page, '/issues?q=is%3Anonsense', 'full/issues-query-wrong', { screen: true })
      await visit(page, '/issues/new', 'full/new-issue')
      await page.getByText('Something on screen').click()
      await page.getByLabel('Title').fill('Approval of LINK is asked again for every swap')
      await page
        .getByLabel('What happened?')
        .fill('I approve once, and the next swap asks for the same approval.')
      await expect(page.getByRole('heading', { name: /^Is it/ })).toBeVisible()
      await settled(page)
      await shoot(page, 'full/new-issue-similar')
      for (const [query, name] of [
        ['is:confirmed', 'issue-confirmed'],
        ['is:fixed', 'issue-fixed'],
        ['resolution:duplicate', 'issue-duplicate'],
        ['is:closed', 'issue-closed'],
      ] as const)
        await visit(page, `/issues/${await found(rin, query)}`, `full/${name}`)
      await visit(page, '/missions', 'full/missions')
      await visit(page, '/leaderboard', 'full/leaderboard', { screen: isNarrow })
      if (isNarrow) {
        await page.getByRole('button', { name: /^Your ledger/ }).click()
      } else {
        // The first press brings the own row, the second goes to it.
        await page.keyboard.press('m')
        await settled(page)
        await page.keyboard.press('m')
        await page.keyboard.press('Enter')
      }
      const ledger = page.getByRole(isNarrow ? 'dialog' : 'complementary', { name: 'Your ledger' })
      await expect(ledger).toBeVisible()
      await settled(page)
      await shoot(page, 'full/leaderboard-ledger', { screen: true })
      await visit(page, '/leaderboard/rules', 'full/rules')
      await visit(page, '/leaderboard/seasons/1', 'full/season-past', { screen: isNarrow })
      for (const tab of ['points', 'reports', 'privacy', 'security', 'preferences', 'data'])
        await visit(page, `/u/${rin.username}?tab=${tab}`, `full/profile-${tab}`)
      await visit(page, `/u/${rin.username === 'kai' ? 'lev' : 'kai'}`, 'full/profile-of-somebody')
      await visit(page, '/no-such-page', 'full/missing')
    })

    test('a full programme, as an administrator', async ({ page }) => {
      const maren = await demoPerson('maren')
      await enter(page, maren)
      await visit(page, '/', 'full/dashboard-admin')
      await visit(page, '/issues', 'full/issues-admin', { screen: true })
      await visit(page, `/issues/${await found(maren, 'is:confirmed')}`, 'full/issue-admin')
      await visit(page, '/issues/triage', 'full/triage', { screen: true })
      if (isNarrow) await shoot(page, 'full/triage-whole')
      for (const [key, name] of [
        ['2', 'merge'],
        ['3', 'close'],
        ['4', 'ask'],
      ] as const)
        await look(page, `full/triage-${name}`, () => page.keyboard.press(key))
      for (const tab of SETTINGS)
        await visit(page, `/admin/settings/${tab}`, `full/settings-${tab || 'home'}`, {
          screen: tab === 'people',
        })
    })

    test('evidence and failure clusters', async ({ page }) => {
      const [rin, maren] = [await busyTester(), await demoPerson('maren')]
      await enter(page, rin, '/issues/new')
      await page.getByLabel('Error message, hash or link').fill(REJECTED)
      await page.getByRole('button', { name: 'Look up' }).click()
      await expect(page.getByRole('region', { name: 'What happened' })).toBeVisible()
      await settled(page)
      await shoot(page, 'full/new-issue-evidence')
      await visit(page, `/issues/${await found(rin, 'has:tx')}`, 'full/issue-proof')
      await visit(page, '/issues?q=has%3Atx', 'full/issues-evidence', { screen: true })
      await enter(page, maren, '/issues/clusters?period=90d')
      await visit(page, '/issues/clusters?period=90d', 'full/clusters')
      const { rows } = await runAs(maren, 'clusterList', { period: '90d' }, FULL)
      await visit(page, `/issues/clusters/${rows[0].id}?period=90d`, 'full/cluster')
      await look(page, 'full/cluster-name', () => page.keyboard.press('e'))
    })

    test('what reaches people', async ({ page }) => {
      const rin = await demoPerson('rin')
      await enter(page, rin, '/notifications')
      await visit(page, '/notifications', 'full/inbox')
      await visit(page, `/u/${rin.username}?tab=notifications`, 'full/profile-notifications')
      await enter(page, await demoPerson('maren'), '/notifications')
      await visit(page, '/notifications', 'full/inbox-admin')
      await page.goto('/admin/settings/announcements')
      await look(page, 'full/settings-announcement', () =>
        page.getByRole('button', { name: /^Edit/ }).first().click(),
      )
      await look(page, 'full/settings-announcement-publish', () =>
        page
          .getByRole('button', { name: /^Publish/ })
          .first()
          .click(),
      )
      await page.goto('/admin/settings/webhooks')
      await look(page, 'full/settings-webhook', async () => {
        await page.getByRole('button', { name: /^Add webhook/ }).click()
        await page.getByRole('dialog').getByRole('radio', { name: 'Discord' }).click()
      })
      for (const service of ['Telegram', 'Slack', 'GitHub', 'Linear']) {
        await page.goto('/admin/settings/integrations')
        await page.getByRole('list', { name: 'Services' }).getByText(service).click()
        await settled(page)
        await shoot(page, `full/settings-integrations-${service.toLowerCase()}`)
      }
    })

    test('what opens over the settings', async ({ page }) => {
      await enter(page, await demoPerson('jules'), '/admin/settings/access')
      await look(page, 'full/settings-invitation', () =>
        page.getByRole('button', { name: 'New invitation' }).click(),
      )
      await page.goto('/admin/settings/people')
      await settled(page)
      await look(page, 'full/settings-person', () => page.getByRole('row', { name: /@/ }).nth(1).click())
      await page.goto('/admin/settings/builds')
      await look(page, 'full/settings-build', () =>
        page.getByRole('button', { name: /^Edit/ }).first().click(),
      )
      await page.goto('/admin/settings/seasons')
      await look(page, 'full/settings-season', () =>
        page.getByRole('button', { name: /^Edit/ }).first().click(),
      )
      await page.goto('/admin/settings/scoring')
      await page.getByText('Change numbers').click()
      await page
        .getByRole('textbox', { name: /bug.S2/ })
        .first()
        .fill('180')
      await expect(page.getByText('total issue')).toBeVisible()
      await settled(page)
      await shoot(page, 'full/settings-dry-run')
    })

    test('an empty programme', async ({ page }) => {
      const rin = await person({ server: EMPTY })
      const mia = await person({ name: 'mia', isAdmin: true, server: EMPTY })
      await enter(page, rin, '/', EMPTY)
      for (const [path, name] of [
        ['/', 'dashboard-tester'],
        ['/issues', 'issues'],
        ['/issues/new', 'new-issue'],
        ['/issues/7', 'issue-missing'],
        ['/issues/clusters', 'clusters'],
        ['/notifications', 'inbox'],
        ['/leaderboard', 'leaderboard'],
        ['/leaderboard/rules', 'rules'],
        [`/u/${rin.username}?tab=points`, 'profile-points'],
        [`/u/${rin.username}?tab=reports`, 'profile-reports'],
      ] as const)
        await visit(page, EMPTY + path, `empty/${name}`)
      await enter(page, mia, '/', EMPTY)
      await visit(page, `${EMPTY}/`, 'empty/dashboard-admin')
      await visit(page, `${EMPTY}/issues/triage`, 'empty/triage')
      for (const tab of SETTINGS)
        await visit(page, `${EMPTY}/admin/settings/${tab}`, `empty/settings-${tab || 'home'}`)
    })

    test('the wallets of a profile', async ({ page }) => {
      const wallet = await injectEvm(page)
      await injectSolana(page)
      await injectPolkadot(page)
      const shootDialog = (name: string) => shoot(page, `wallets/${name}`, { screen: true })
      const dialog = page.getByRole('dialog')
      // Another user was here first.
      await page.goto('/login')
      await page.getByRole('button', { name: 'Connect wallet' }).click()
      await dialog.getByRole('button', { name: 'Stub Wallet' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
      await visit(page, '/', 'wallets/unnamed')

      const rin = await person({ server: FULL })
      await enter(page, rin)
      await visit(page, `/u/${rin.username}?tab=wallets`, 'wallets/none')
      const link = page.getByRole('button', { name: 'Link a wallet' })
      await link.click()
      await expect(dialog.getByRole('button', { name: 'Stub Wallet' })).toBeVisible()
      await shootDialog('link')
      wallet.declines = true
      await dialog.getByRole('button', { name: 'Stub Wallet' }).click()
      await expect(dialog.getByText('You declined. Nothing was changed.')).toBeVisible()
      await shootDialog('link-declined')
      wallet.declines = false
      await dialog.getByRole('button', { name: 'Stub Wallet' }).click()
      const isItYou = page.getByRole('dialog', { name: 'Confirm it’s you' })
      await isItYou.getByRole('textbox', { name: 'Your password' }).fill(rin.password)
      await shootDialog('is-it-you')
      await isItYou.getByRole('button', { name: 'Confirm' }).click()
      await expect(dialog.getByText('This wallet belongs to another account.')).toBeVisible()
      await shootDialog('link-refused')
      await page.keyboard.press('Escape')

      for (const [family, name] of [
        ['Solana', 'Stub Sun'],
        ['Polkadot', 'stub-dot'],
      ] as const) {
        await link.click()
        await page.getByLabel('Kind').selectOption(family)
        await dialog.getByRole('button', { name }).click()
        await expect(page.getByRole('row').filter({ hasText: family })).toBeVisible()
      }
      await visit(page, `/u/${rin.username}?tab=wallets`, 'wallets/two-linked')
      await page.getByRole('button', { name: 'Choose a wallet' }).click()
      await shootDialog('payout-choice')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Rewards go to this wallet now.')).toBeVisible()
      await visit(page, `/u/${rin.username}?tab=wallets`, 'wallets/payout')
      await page
        .getByRole('row')
        .filter({ hasText: 'Payout' })
        .getByRole('button', { name: 'Unlink' })
        .click()
      await expect(dialog.getByText(/you have no payout address/)).toBeVisible()
      await shootDialog('unlink-payout')
    })

    test('what comes over a page', async ({ page }) => {
      const rin = await person()
      await signIn(page, rin)
      await page.keyboard.press('Control+k')
      await expect(page.getByPlaceholder('Search or jump to…')).toBeVisible()
      await shoot(page, 'over/palette', { screen: true })
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.keyboard.press('?')
      await expect(page.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible()
      await shoot(page, 'over/keys', { screen: true })
      await page.goto(`/u/${rin.username}?tab=security`)
      await expect(page.getByText('This one')).toBeVisible()
      await setServer(page, 'down')
      if (isNarrow) await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
      await expect(page.getByText('Logout failed.')).toBeVisible()
      await shoot(page, 'over/toast', { screen: true })
      await setServer(page, 'up')
      if (isNarrow) await page.keyboard.press('Escape')
      await endSessionsOf(rin)
      await page.getByRole('textbox', { name: 'Username' }).fill(`${rin.username}-anew`)
      await page.getByRole('button', { name: 'Change name' }).click()
      await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
      await shoot(page, 'over/session-ended', { screen: true })
    })
  })
}
