import AxeBuilder from '@axe-core/playwright'
import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './dapp.ts'
import { problem } from './server.ts'
import { ADDRESS, HASH, type Story, type StoryOptions, runStory } from './story.ts'

let browser: Browser
beforeAll(async () => void (browser = await openBrowser()))
afterAll(() => browser.close())

const withStory = (work: (story: Story) => Promise<void>, options?: StoryOptions): Promise<void> =>
  runStory(browser, work, options)

/** The exact data of each part that is switched on, as the panel shows it. */
async function shown({ panel }: Story): Promise<Record<string, unknown>> {
  const all: object[] = []
  for (const line of await panel.locator('.line:has(details)').all()) {
    if (!(await line.getByRole('switch').isChecked())) continue
    const details = line.locator('details')
    await details.locator('summary').click()
    const text = await details.locator('pre').filter({ hasText: '{' }).textContent()
    all.push(JSON.parse(text ?? '') as object)
  }
  return Object.assign({}, ...all)
}

const QUOTE = {
  expectedOut: '1998000',
  minOut: '1988000',
  chainId: 8453,
  quoteBlock: 17n,
  route: 'USDC > WETH',
}

test('a failed swap is shown, signed for, explained and sent as it was shown', () =>
  withStory(async story => {
    const { page, panel, server } = story
    await story.call('quote', QUOTE)
    await page.evaluate(() => console.warn('the price is old'))
    await story.openPanel()
    expect(await panel.getByText('eth_sendTransaction, chain 8453').textContent()).toContain('0x5e91…5e91')
    expect(server.asked.map(({ operation }) => operation)).not.toContain('explain')
    await story.signIn()
    await panel.getByText('The approval expired before the swap.').waitFor()
    const similar = panel.getByRole('link', { name: '#17 Approval expires' })
    expect(await similar.getAttribute('href')).toBe('https://beta.example.org/17')
    expect(await panel.getByLabel('Title').inputValue()).toBe('Swap failed: the approval expired')
    await panel.getByLabel('What happened?').fill('The wallet said yes.')
    await panel.getByLabel('Area').selectOption('Pools')
    const { hash, chain, build, ...context } = await shown(story)
    await story.button('Send').click()
    await panel.getByText('Sent as #418').waitFor()
    const link = await panel.getByRole('link', { name: 'Open #418' }).getAttribute('href')
    expect(link).toBe('https://beta.example.org/issues/418')
    expect(server.reports).toEqual([
      {
        kind: 'bug',
        title: 'Swap failed: the approval expired',
        text: 'The wallet said yes.',
        area: 'pools',
        build,
        evidence: { hash, chain, quote: { ...QUOTE, quoteBlock: 17 } },
        context: { ...context, off: [] },
      },
    ])
    expect([hash, chain, build]).toEqual([HASH, 8453, 'web 0.5.1'])
    expect(Object.keys(context).sort()).toEqual(['calls', 'counts', 'environment', 'lines', 'path', 'quote'])
    expect(JSON.stringify(context)).not.toContain('personal_sign')
    expect(await page.evaluate(() => Reflect.get(window, 'signed').length)).toBe(1)
  }))

test('a part that is switched off is not sent, now or with the next report', () =>
  withStory(async story => {
    const { page, panel, server } = story
    await story.call('quote', QUOTE)
    await page.evaluate(() => console.error('a line of the console'))
    story.complaints.splice(0)
    await story.openPanel()
    for (const part of await panel.getByRole('switch').all()) await part.uncheck()
    await story.signIn()
    await panel.getByLabel('Title').fill('Nothing but a title')
    await story.button('Send').click()
    await panel.getByText('Sent as #418').waitFor()
    const off = ['page', 'calls', 'lines', 'quote', 'environment']
    expect(server.reports).toEqual([
      { kind: 'bug', title: 'Nothing but a title', area: 'swap', context: { off } },
    ])
    await story.button('Close').first().click()
    await story.swap()
    await story.offer.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('Sent as #419').waitFor()
    expect(server.reports[1]).toEqual({
      kind: 'bug',
      title: 'The transaction failed: eth_sendTransaction',
      area: 'swap',
      evidence: { hash: HASH, chain: 8453 },
      context: { off },
    })
  }))

test('a tester who is signed in reports a failure with one press', () =>
  withStory(async story => {
    const { page, offer, server } = story
    await story.openPanel()
    await story.signIn()
    await page.goto(story.origin)
    await story.swap()
    expect(await offer.locator('p').textContent()).toContain(
      '“Send now” sends the failure, page, wallet calls',
    )
    await offer.getByRole('button', { name: 'Send now' }).click()
    await page.getByText('Sent as #418').waitFor()
    expect(server.reports[0]?.evidence).toEqual({ hash: HASH, chain: 8453 })
    expect(await story.panel.count()).toBe(0)
    expect((await story.opened(() => offer.getByRole('button', { name: 'Open #418' }).click())).href).toBe(
      'https://beta.example.org/issues/418',
    )
  }))

test('a report that cannot be sent at once opens the panel with it', () =>
  withStory(async story => {
    const { panel, server } = story
    await story.openPanel()
    await story.signIn()
    await story.button('Close').click()
    await story.swap()
    server.next['reports'] = [problem(429, 'OVER_ALLOWANCE', 'A day has 3 reports.')]
    await story.offer.getByRole('button', { name: 'Send now' }).click()
    await panel.getByText('A day has 3 reports.').waitFor()
    await story.button('Send').click()
    await panel.getByText('Sent as #418').waitFor()
    expect(server.reports[0]?.evidence).toEqual({ hash: HASH, chain: 8453 })
  }))

test('if the panel cannot be loaded, the report form opens', () =>
  withStory(async story => {
    await story.page.route('**/panel-*.js', route => route.abort())
    await story.page.goto(story.origin)
    await story.swap()
    const link = await story.opened(() => story.offer.getByRole('button', { name: 'Report it' }).click())
    expect(link.pathname + link.searchParams.get('tx')).toBe(`/issues/new${HASH}`)
  }))

test('a sign-in that has ended keeps the text', () =>
  withStory(async story => {
    const { panel, server } = story
    await story.openPanel()
    await story.signIn()
    await panel.getByLabel('What happened?').fill('It was slow.')
    server.next['reports'] = [problem(401, 'WIDGET_TOKEN', 'The token is not valid.')]
    await story.button('Send').click()
    await panel.getByText('Your sign-in has ended. Sign in again. Your text is kept.').waitFor()
    await story.signIn()
    await story.button('Send').click()
    await panel.getByText('Sent as #418').waitFor()
    expect(server.reports[0]?.text).toBe('It was slow.')
  }))

test('a tester who is signed out on the server signs in again when the panel looks a failure up', () =>
  withStory(async story => {
    await story.openPanel()
    await story.signIn()
    await story.button('Close').click()
    story.server.next['explain'] = [problem(401, 'WIDGET_TOKEN', 'The token is not valid.')]
    await story.swap()
    await story.offer.getByRole('button', { name: 'Look at it' }).click()
    await story.panel.getByText('Your sign-in has ended.', { exact: false }).first().waitFor()
    await story.signIn()
    await story.panel.getByText('The approval expired before the swap.').waitFor()
  }))

describe('beforeSend', () => {
  const send = async (story: Story): Promise<void> => {
    await story.openPanel()
    await story.signIn()
    await story.panel.getByText('The approval expired before the swap.').waitFor()
    await story.button('Send').click()
  }

  test('changes a report', () =>
    withStory(
      async story => {
        await send(story)
        await story.panel.getByText('Sent as #418').waitFor()
        expect(story.server.reports[0]?.title).toBe('a changed title')
      },
      { before: "window.more = { beforeSend: async report => ({ ...report, title: 'a changed title' }) }" },
    ))

  test('stops a report, and the draft stays', () =>
    withStory(
      async story => {
        await send(story)
        await story.panel.getByText('This page stopped the report. Nothing was sent.').waitFor()
        expect(story.server.reports).toEqual([])
        await story.button('Close').last().click()
        await story.call('open')
        expect(await story.panel.getByLabel('Title').inputValue()).toBe('Swap failed: the approval expired')
      },
      { before: 'window.more = { beforeSend: () => null }' },
    ))
})

test.each([
  ['WIDGET_ADMINISTRATOR', 403, 'Administrators report in the app.', true],
  ['INVITATION_MISSING', 403, 'This programme is by invitation.', true],
  ['INVITATION_INVALID', 403, 'The invitation code is not valid.', true],
  ['WALLET_NOT_LISTED', 403, 'This wallet is not admitted yet.', true],
  ['RATE', 429, 'Too many requests. Try again in 2 minutes.', false],
  ['UNHEARD_OF', 418, 'This is what the server says.', false],
])('%s has its words, and a way on', (code, status, words, isForApp) =>
  withStory(async story => {
    const { panel, server } = story
    server.next['session'] = [
      problem(status, code, 'This is what the server says.', {
        details: { retryAfter: code === 'RATE' ? 90 : undefined },
      }),
    ]
    await story.openPanel()
    await story.button('Sign with 0x3fa2…91bd').click()
    await panel.getByRole('alert').getByText(words).waitFor()
    expect(await story.button('Report in the app').isVisible()).toBe(isForApp)
    if (/INVITATION|LISTED/.test(code)) {
      await panel.getByLabel('Invitation code').fill('welcome')
      await story.signIn()
      expect(story.lastBody('session').invitation).toBe('welcome')
    }
  }),
)

test('errors of fields are shown at the fields', () =>
  withStory(async story => {
    const { panel, server } = story
    await story.openPanel()
    await story.signIn()
    await panel.getByLabel('Title').fill('x')
    await story.button('Send').click()
    const isValid = () =>
      panel.getByLabel('Title').evaluate((input: HTMLInputElement) => input.validationMessage === '')
    expect(await isValid()).toBe(false)
    server.next['reports'] = [
      problem(400, 'INVALID', 'The report is not valid.', {
        errors: [{ field: 'title', key: 'x', detail: 'The title was used before.' }],
      }),
    ]
    await panel.getByLabel('Title').fill('A long title')
    await story.button('Send').click()
    await panel.getByRole('alert').getByText('The report is not valid.').waitFor()
    const message = () =>
      panel.getByLabel('Title').evaluate((input: HTMLInputElement) => input.validationMessage)
    expect(await message()).toBe('The title was used before.')
    await panel.getByLabel('Title').fill('Another title')
    await story.button('Send').click()
    await panel.getByText('Sent as #418').waitFor()
  }))

test('a wallet that declines, and a page without a wallet, are distinguished', () =>
  withStory(async story => {
    const { page, panel } = story
    await story.openPanel()
    await page.evaluate(() => Reflect.set(window, 'sign', () => Promise.reject(new Error('no'))))
    await story.button('Sign with 0x3fa2…91bd').click()
    await panel.getByText('The wallet did not sign. Nothing was sent.').waitFor()
    await page.goto(`${story.origin}?no-accounts`)
    await page.keyboard.press('Alt+r')
    await story.button('Sign in').click()
    await panel.getByText('No connected wallet was found.', { exact: false }).waitFor()
  }))

test('the wallet of the dapp signs in, and another one signs out', () =>
  withStory(async story => {
    const { page, panel, server } = story
    await page.evaluate(
      address => {
        const sign = async (message: string) =>
          Reflect.get(
            window,
            'sign',
          )(
            `0x${[...new TextEncoder().encode(message)].map(byte => byte.toString(16).padStart(2, '0')).join('')}`,
          ) as Promise<string>
        Reflect.get(window, 'widget').identify({ wallet: { address, chain: 8453, sign } })
      },
      `0xabcd${ADDRESS.slice(6)}`,
    )
    await story.openPanel()
    await story.button('Sign with 0xabcd…91bd').click()
    await panel.getByText('as rin').waitFor()
    expect(story.lastBody('session')).toMatchObject({ address: `0xabcd${ADDRESS.slice(6)}`, chain: 8453 })
    await story.button('Close').click()
    await story.call('identify', null)
    await expect.poll(() => server.asked.at(-1)?.operation).toBe('session/end')
    expect(story.lastBody('session/end').token).toBe('token-0')
    await page.keyboard.press('Alt+r')
    await story.button('Sign with 0x3fa2…91bd').waitFor()
  }))

describe('keys', () => {
  test('alone report a failure, and the dapp does not hear them', () =>
    withStory(async story => {
      const { page, panel, server } = story
      const swap = page.getByRole('button', { name: 'Swap', exact: true })
      const isFocused = () => swap.evaluate(button => button === document.activeElement)
      await swap.press('Enter')
      await story.offer.waitFor()
      await page.keyboard.press('Alt+r')
      await panel.waitFor()
      expect(await panel.evaluate(it => it.matches(':focus-within'))).toBe(true)
      await panel.getByLabel('What happened?').focus()
      await page.keyboard.type('x is kept')
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'hidden' })
      expect(await isFocused()).toBe(true)
      expect(await page.locator('#keys').textContent()).toBe('')
      await page.keyboard.press('Alt+r')
      expect(await panel.getByLabel('What happened?').inputValue()).toBe('x is kept')
      await story.button('Sign with 0x3fa2…91bd').press('Enter')
      await panel.getByText('as rin').waitFor()
      await page.keyboard.press('Control+Enter')
      await panel.getByText('Sent as #418').waitFor()
      expect(server.reports[0]?.text).toBe('x is kept')
      await page.keyboard.press('Escape')
      expect(await isFocused()).toBe(true)
    }))

  test('the focus goes back to where it was before the offer', () =>
    withStory(async story => {
      const { page } = story
      await page.getByRole('button', { name: 'Swap', exact: true }).press('Enter')
      await story.offer.getByRole('button', { name: 'Report it' }).press('Enter')
      await story.panel.waitFor()
      await page.keyboard.press('Escape')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('swap')
    }))

  test('the tab is away while the panel is open, and gets the focus back', () =>
    withStory(async ({ page, panel }) => {
      const tab = page.getByRole('button', { name: 'Report a problem' })
      await tab.press('Enter')
      await panel.waitFor()
      expect(await tab.isVisible()).toBe(false)
      await page.keyboard.press('Escape')
      expect(await tab.evaluate(it => it.matches(':focus'))).toBe(true)
    }))

  test('the panel leaves a dialog of the dapp that closes, with its text', () =>
    withStory(async story => {
      const { page, panel } = story
      await page.getByRole('button', { name: 'Details' }).click()
      await page.getByRole('button', { name: 'Swap now' }).click()
      await story.offer.getByRole('button', { name: 'Report it' }).click()
      await panel.getByLabel('What happened?').fill('in a dialog')
      await page.evaluate(() => document.querySelector('dialog')?.close())
      // The panel moves when the dialog says that it has closed, in a task of its own.
      await panel.waitFor()
      expect(await panel.getByLabel('What happened?').inputValue()).toBe('in a dialog')
    }))
})

describe('the settings of the programme', () => {
  const config = (change: object) => ({
    prepare: (server: Story['server']) => void Object.assign(server.config, change),
  })

  test('end recording', () =>
    withStory(
      async story => {
        await expect.poll(() => story.server.asked.length, { timeout: 10_000 }).toBe(1)
        const isRestored = () =>
          story.page.evaluate(() => Reflect.get(window, 'wallet').request === Reflect.get(window, 'before'))
        await expect.poll(isRestored).toBe(true)
        await story.page.getByRole('button', { name: 'Swap', exact: true }).click()
        await story.page.keyboard.press('Alt+r')
        await story.panel.getByLabel('Title').waitFor()
        expect(await story.panel.getByRole('switch').count()).toBe(2)
        await story.signIn()
        await story.page.goto(story.origin)
        expect(await isRestored()).toBe(true)
      },
      config({ record: false }),
    ))

  test('leave signing in to the app', () =>
    withStory(
      async story => {
        await story.openPanel()
        const press = () => story.button('Report in the app').click()
        await story.panel.getByText('Reports of this programme are sent in the app.').waitFor()
        expect((await story.opened(press)).pathname).toBe('/issues/new')
      },
      config({ signIn: { wallet: false } }),
    ))
})

describe('axe finds nothing', () => {
  const analyze = async ({ page }: Story, state: string, name: string): Promise<void> => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${state}: ${id}: ${nodes[0]?.html}`)).toEqual([])
    const folder = process.env['SCREENSHOTS']
    if (folder) await page.screenshot({ path: `${folder}/panel-${state}-${name}.png` })
  }

  test.each([
    { width: 1440, scheme: 'light' },
    { width: 1440, scheme: 'dark' },
    { width: 390, scheme: 'light' },
    { width: 390, scheme: 'dark' },
  ] as const)('at $width px, $scheme', options =>
    withStory(async story => {
      const { panel, server } = story
      const name = `${options.width}-${options.scheme}`
      await story.call('quote', QUOTE)
      await story.openPanel()
      await story.button('Sign with 0x3fa2…91bd').waitFor()
      await panel.locator('summary').nth(2).click()
      await panel.getByRole('switch').last().uncheck()
      await analyze(story, 'signed-out', name)
      await panel.locator('summary').nth(2).click()
      server.next['session'] = [problem(403, 'WALLET_NOT_LISTED', 'Not listed.')]
      await story.button('Sign with 0x3fa2…91bd').click()
      await panel.getByLabel('Invitation code').waitFor()
      await analyze(story, 'not-admitted', name)
      await story.signIn()
      await panel.getByText('The approval expired before the swap.').waitFor()
      await analyze(story, 'signed-in', name)
      await server.pause()
      await story.button('Send').click()
      await panel.getByText('Reports that wait in this browser: 1 of 5').waitFor()
      await analyze(story, 'waiting', name)
      await server.resume()
      await story.button('Close').first().click()
      await story.page.keyboard.press('Alt+r')
      await panel.getByText('Reports that wait in this browser: 1 of 5').waitFor()
      await analyze(story, 'with-waiting', name)
      await story.button('Send').click()
      await panel.getByText(/Sent as #/).waitFor()
      await analyze(story, 'sent', name)
      await story.page.keyboard.press('Escape')
      await story.swap()
      await analyze(story, 'offer', name)
      await story.offer.getByRole('button', { name: 'Send now' }).click()
      await story.offer.getByText(/Sent as #/).waitFor()
      await analyze(story, 'note', name)
    }, options),
  )
})
