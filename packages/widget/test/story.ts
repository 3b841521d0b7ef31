// A tester with the panel: the dapp, the server, and the steps that most tests take.
import type { Browser, Locator } from '@playwright/test'
import { expect } from 'vitest'
import { type Dapp, type DappOptions, openDapp } from './dapp.ts'
import { KEY, openServer, type TestServer } from './server.ts'

export const HASH = `0x${'5e91'.repeat(16)}`
export const ADDRESS = '0x3fa2b0f1a2c3d4e5f60718293a4b5c6d7e8f91bd'

export interface Story extends Dapp {
  server: TestServer
  offer: Locator
  panel: Locator
  /** A button of the panel. */
  button(name: string | RegExp): Locator
  /** Presses Swap, which fails, and waits for the offer. */
  swap(): Promise<void>
  /** Presses Swap and "Report it". */
  openPanel(): Promise<void>
  signIn(): Promise<void>
  /** The last body of an operation. */
  lastBody(operation: string): TestServer['asked'][number]['body']
  /** Calls a method of the widget. */
  call(name: string, ...args: unknown[]): Promise<unknown>
}

export interface StoryOptions extends DappOptions {
  /** Runs in the page before the widget. It may set `window.more`, options of the widget that are functions. */
  before?: string
  /** Errors that the browser logs because a file is not the one that was asked for. They must be there. */
  refuses?: RegExp
  /** Makes the server ready before the page is opened. */
  prepare?: (server: TestServer) => void
}

/** Errors that the browser logs for a request without an answer, or with an error. */
const OF_REQUESTS = /Failed to load resource|ERR_/

export async function runStory(
  browser: Browser,
  work: (story: Story) => Promise<void>,
  options: StoryOptions = {},
): Promise<void> {
  const server = await openServer()
  const dapp = await openDapp(browser, {
    ...options,
    server: server.address,
    widget: { server: server.address, key: KEY, ...options.widget },
  })
  server.origins.add(dapp.origin)
  options.prepare?.(server)
  const { page } = dapp
  if (options.before) await page.addInitScript(options.before)
  await page.goto(dapp.origin)
  const panel = page.getByRole('dialog', { name: 'Report a problem' })
  const offer = page.getByRole('region', { name: 'Report a problem' })
  const button = (name: string | RegExp) => panel.getByRole('button', { name })
  const story: Story = {
    ...dapp,
    server,
    panel,
    offer,
    button,
    async swap() {
      await page.getByRole('button', { name: 'Swap', exact: true }).click()
      await offer.waitFor()
    },
    async openPanel() {
      await story.swap()
      await offer.getByRole('button', { name: 'Report it' }).click()
      await panel.waitFor()
    },
    async signIn() {
      await button('Sign with 0x3fa2…91bd').click()
      await panel.getByText('as rin').waitFor()
    },
    lastBody(operation) {
      const found = server.asked.findLast(asked => asked.operation === operation)
      if (!found) throw new Error(`${operation} was not asked`)
      return found.body
    },
    call: (name, ...args) =>
      page.evaluate(([name, args]) => Reflect.get(window, 'widget')[name as string](...(args as unknown[])), [
        name,
        args,
      ] as const),
  }
  try {
    await work(story)
    expect(server.faults).toEqual([])
    const { refuses } = options
    const complaints = dapp.complaints.filter(line => !OF_REQUESTS.test(line))
    expect(complaints.filter(line => !refuses?.test(line))).toEqual([])
    if (refuses) expect(complaints.join()).toMatch(refuses)
  } finally {
    await dapp.close()
    await server.close()
  }
}
