import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import type { Person } from './people.ts'
import { addressOf } from './stage/names.ts'
import { freePort, logOf, makeDatabase, startServer } from './stage/server.ts'

export interface OwnServer {
  address: string
  /** What it has said so far. */
  log: () => string
  stop: () => Promise<void>
  start: () => Promise<void>
}

const someByte = () => 1 + Math.floor(Math.random() * 254)

/** Each test comes from an address of its own. It fails when its page breaks the content policy or throws. */
export const test = base.extend<{ watched: void; ownServer: OwnServer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures here.
  extraHTTPHeaders: async ({}, hand) =>
    hand({ 'X-Forwarded-For': `10.${someByte()}.${someByte()}.${someByte()}` }),
  /** A server for one test alone, on an empty database: nobody has set it up. */
  // oxlint-disable-next-line no-empty-pattern -- as above
  ownServer: async ({}, hand) => {
    const port = await freePort()
    const name = `own-${port}`
    const database = makeDatabase(name)
    const start = () => startServer({ name, port, database: database.url })
    let stop = await start()
    await hand({
      address: addressOf(port),
      log: () => logOf(name),
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
  await page.goto(`${server}/login`)
  await page.getByLabel('Username').fill(username)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
}

/** No violation of the rules that a machine can check. */
export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target).join(' | ')}`)).toEqual(
    [],
  )
}

const PROTOCOL = '**/parse/**'

/** Takes the server away from one browser, or brings it back. The pages still come, as from a cache. */
export async function setServer(page: Page, state: 'down' | 'up') {
  const context = page.context()
  if (state === 'up') await context.unroute(PROTOCOL)
  else await context.route(PROTOCOL, route => route.abort('connectionrefused'))
}
