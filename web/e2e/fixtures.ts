import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page, type Request } from '@playwright/test'
import { type Person, person } from './people.ts'
import { addressOf, APPLICATION, SERVER_PORT } from './fixtures/names.ts'
import { freePort, logOf, makeDatabase, setupLinkOf, startServer } from './fixtures/server.ts'

export interface OwnServer {
  address: string
  /** The address of its database. */
  database: string
  /** What it has said so far. */
  log: () => string
  /** A new address at which its first administrator is made. */
  setupLink: () => string
  stop: () => Promise<void>
  start: () => Promise<void>
}

const someByte = () => 1 + Math.floor(Math.random() * 254)

/** Where the SDK keeps who is signed in. */
export const STORED = `Parse/${APPLICATION}/currentUser`

/** Each test comes from an address of its own. It fails when its page breaks the content policy or throws. */
export const test = base.extend<{ watched: void; ownServer: OwnServer }, { tester: Person; admin: Person }>({
  /** A user for tests that change nothing about an account and end no session: making one takes a while. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures here.
  tester: [async ({}, hand) => hand(await person()), { scope: 'worker' }],
  /** The same, who may decide. */
  // oxlint-disable-next-line no-empty-pattern -- as above
  admin: [async ({}, hand) => hand(await person({ name: 'mia', isAdmin: true })), { scope: 'worker' }],
  // oxlint-disable-next-line no-empty-pattern -- as above
  extraHTTPHeaders: async ({}, hand) =>
    hand({ 'X-Forwarded-For': `10.${someByte()}.${someByte()}.${someByte()}` }),
  /** A server for one test alone: it is not set up. */
  // oxlint-disable-next-line no-empty-pattern -- as above
  ownServer: async ({}, hand) => {
    const port = await freePort()
    const name = `own-${port}`
    const database = makeDatabase(name, process.env['E2E_TEMPLATE'])
    const start = () => startServer({ name, port, database: database.url })
    let stop = await start()
    await hand({
      address: addressOf(port),
      database: database.url,
      log: () => logOf(name),
      setupLink: () => setupLinkOf(port, database.url),
      stop: () => stop(),
      start: async () => {
        stop = await start()
      },
    })
    await stop()
    database.drop()
  },
  watched: [
    async ({ page }, use) => {
      count(page)
      const broken: string[] = []
      page.on('pageerror', error => broken.push(String(error)))
      page.on('console', message => {
        if (/Content Security Policy|Trusted Type/i.test(message.text())) broken.push(message.text())
      })
      await use()
      expect(broken).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

export async function signIn(
  page: Page,
  { username, password }: Pick<Person, 'username' | 'password'>,
  server = '',
) {
  count(page)
  await page.goto(`${server}/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}

/** A new tester comes by the link of an invitation. */
export async function signUp(page: Page, link: string, name: string) {
  count(page)
  await page.goto(link)
  await page.getByLabel('Username').fill(name)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`${name}@example.org`)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('a plain long phrase')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText(`@${name}`)).toBeVisible()
}

/** Comes back as a user who signed in on an earlier visit. Signing in itself is tested where it is the matter. */
export async function enter(
  page: Page,
  { password: _secret, ...user }: Person,
  path = '/',
  server = addressOf(SERVER_PORT),
) {
  const value = JSON.stringify({ className: '_User', ...user })
  count(page)
  const origins = [{ origin: server, localStorage: [{ name: STORED, value }] }]
  await page.context().setStorageState({ cookies: [], origins })
  await page.goto(server + path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** Waits until nothing that is seen fades in or out: what is half there has the colours of no design. */
async function nothingFades(page: Page) {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState, effect }) => {
      const seen =
        effect instanceof KeyframeEffect && effect.target?.checkVisibility({ visibilityProperty: true })
      return !seen || playState !== 'running' || effect.getComputedTiming().endTime === Infinity
    }),
  )
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * No violation of the rules that a machine can check; `colours` of those alone that a second theme can break. There is
 * one frame, so what would open another page to put the findings of frames together is left out.
 */
export async function expectAccessible(page: Page, only?: 'colours') {
  await nothingFades(page)
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const chosen = only === 'colours' ? axe.withRules('color-contrast') : axe.withTags(RULES)
  const { violations } = await chosen.analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target).join(' | ')}`)
  expect(found, page.url()).toEqual([])
}

/** How long a page asks for nothing before it counts as quiet, in milliseconds. */
const QUIET = 500

interface Traffic {
  underWay: Set<Request>
  lastAt: number
}
const traffic = new WeakMap<Page, Traffic>()

/** Counts what a page asks for, from here on. */
function count(page: Page): Traffic {
  const known = traffic.get(page)
  if (known) return known
  const counted: Traffic = { underWay: new Set(), lastAt: Date.now() }
  traffic.set(page, counted)
  const end = (request: Request) => {
    counted.underWay.delete(request)
    counted.lastAt = Date.now()
  }
  page.on('request', request => {
    // The script of a worker that tabs share never finishes loading for its page.
    if (!/\/assets\/worker-/.test(request.url())) counted.underWay.add(request)
    counted.lastAt = Date.now()
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return counted
}

/** Waits until the page asks for nothing. The browser's own word for it never comes: see above. */
export async function quiet(page: Page) {
  const counted = count(page)
  await expect
    .poll(() => counted.underWay.size === 0 && Date.now() - counted.lastAt > QUIET, { intervals: [50] })
    .toBe(true)
}

/** Waits until the page asks for nothing more, and nothing on it is still being drawn. */
export async function settled(page: Page) {
  await quiet(page)
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
}

/**
 * Listens to the console of a page. What it hands back fails unless nothing was complained about. Chromium itself
 * complains about each question that the server refuses; where a refusal belongs to the test, it names the function.
 */
export function expectNoComplaint(page: Page) {
  const said: { text: string; about: string }[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type()))
      said.push({ text: `${page.url()}: ${message.text()}`, about: message.location().url })
  })
  return (refused?: string) => {
    const meant = (about: string) => refused !== undefined && about.endsWith(`/functions/${refused}`)
    expect(said.filter(({ about }) => !meant(about))).toEqual([])
  }
}

const PROTOCOL = '**/parse/**'

/** Takes the server away from one browser, or brings it back. The pages still come, as from a cache. */
export async function setServer(page: Page, state: 'down' | 'up') {
  const context = page.context()
  if (state === 'up') await context.unroute(PROTOCOL)
  else await context.route(PROTOCOL, route => route.abort('connectionrefused'))
}
