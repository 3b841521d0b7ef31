// A swap that failed, from the paste to the cluster: a real chain with Uniswap on it, and the server that explains it.
import { enter, expect, expectAccessible, expectNoComplaint, settled, test } from './fixtures.ts'
import { addressOf } from './fixtures/names.ts'
import { daysFromNow, openProgramme, type Programme } from './fixtures/seed.ts'
import { freePort, makeDatabase, startServer } from './fixtures/server.ts'
import {
  addNetwork,
  linkWallet,
  showEvidence,
  startSwaps,
  type Swaps,
  type Trader,
} from './fixtures/swaps.ts'
import { type Person, person, runAs } from './people.ts'

const OTHERS = 12
const NEW_BUILD = '0.9.2'
const WHY = 'The route used a pool that does not exist on this network.'

test.describe.configure({ mode: 'serial' })

let swaps: Swaps
let programme: Programme
let issue: number
let rin: { person: Person; trader: Trader }
let end: () => Promise<void>

/** A tester with a wallet of their own. */
async function testerWithWallet(name: string, server: string) {
  const [tester, trader] = [await person({ name, server }), await swaps.trader()]
  await linkWallet(tester, trader, server)
  return { person: tester, trader }
}

test.beforeAll(async () => {
  test.setTimeout(300_000)
  swaps = await startSwaps()
  const port = await freePort()
  const server = addressOf(port)
  const database = makeDatabase(`evidence-${port}`, process.env['E2E_TEMPLATE'])
  const stop = await startServer({
    name: `evidence-${port}`,
    port,
    database: database.url,
    settings: { TOUCHSTONE_OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8', TOUCHSTONE_PROGRAMME_ACCESS: 'open' },
  })
  end = async () => {
    await stop()
    await swaps.stop()
    database.drop()
  }
  programme = await openProgramme({ server })
  const { admin } = programme
  await addNetwork(admin, swaps, server)
  const released = { channel: 'web', version: NEW_BUILD, releasedAt: daysFromNow(-0.2) }
  const { build } = await runAs(admin, 'buildSave', released, server)

  // Twelve people have the failure already: one has reported it, the others have added their proof.
  for (let count = 0; count < OTHERS; count += 1) {
    const { person: other, trader } = await testerWithWallet(`other${count}`, server)
    const hash = await swaps.fail(trader)
    const evidence = await showEvidence(
      other,
      { text: hash, build: build.id, walletKind: 'injected' },
      server,
    )
    if (count === 0) {
      issue = await programme.report(other, {
        title: 'Swap goes to a pool that is not there',
        body: 'Every swap of ONE to TWO fails since the new build.',
        build: build.id,
        evidence: [evidence],
      })
      await runAs(admin, 'issueAccept', { number: issue, severity: 'S2', quality: 'B' }, server)
    } else await runAs(other, 'issueVote', { number: issue, evidence }, server)
  }
  rin = await testerWithWallet('rin', server)
})

test.afterAll(() => end?.())

test('a tester pastes a failed swap, sees why, finds that twelve others have it, and adds proof with one press', async ({
  page,
}) => {
  const quiet = expectNoComplaint(page)
  const hash = await swaps.fail(rin.trader)
  await enter(page, rin.person, '/', programme.server)
  const field = page.getByLabel('Transaction, link or error')
  await expect(field).toBeVisible()
  await page.keyboard.press('p')
  await expect(field).toBeFocused()
  await field.fill(hash)
  await expect(page.getByText('Transaction hash: we’ll search every network.')).toBeVisible()
  const began = Date.now()
  await field.press('Enter')

  const happened = page.getByRole('region', { name: 'What happened' })
  await expect(happened.getByRole('heading', { name: WHY })).toBeVisible()
  console.log(`explained in the page after ${Date.now() - began} ms`)
  await expect(happened.getByText('no_pool')).toBeVisible()
  await expect(happened.getByText('your wallet')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Failed calls, outermost first' })).toContainText(
    'Router of range pools.exactInputSingle',
  )

  const others = page.getByRole('region', { name: 'Same failure' })
  await expect(others).toContainText(`${OTHERS}people have this`)
  await expect(others).toContainText(`${OTHERS} with proof`)
  await expect(others).toContainText(`since ${NEW_BUILD}`)
  await expectAccessible(page)
  await page.keyboard.press('a')
  await expect(page.getByText(`Added to #${issue}.`)).toBeVisible()
  await expect(page.getByText(/you may earn coverage points/)).toBeVisible()
  await page.getByRole('link', { name: `#${issue}` }).click()

  const line = page.getByRole('region', { name: 'Evidence' }).getByRole('button', { expanded: false })
  await expect(line).toContainText(`${OTHERS + 1} transactions from ${OTHERS + 1} people`)
  await expect(page.getByRole('button', { name: /Affects me/ })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  quiet()
})

test('a report is written from a hash, and what was typed stays', async ({ page }) => {
  const quiet = expectNoComplaint(page)
  const { person: ada, trader } = await testerWithWallet('ada', programme.server)
  await enter(page, ada, '/issues/new', programme.server)
  await page.getByLabel('Title').fill('My swap of ONE was undone')
  await page.getByLabel('Error message, hash or link').fill(await swaps.fail(trader))
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByLabel('What happened?')).toHaveValue(/The route used a pool/)
  await expect(page.getByLabel('Title')).toHaveValue('My swap of ONE was undone')
  await page.getByLabel('Wallet', { exact: true }).selectOption('hardware')
  await page.getByRole('button', { name: 'Mine is different' }).click()
  await page.getByRole('button', { name: /Submit report/ }).click()
  await expect(page.getByText(/thank you/i)).toBeVisible()
  const evidence = page.getByRole('region', { name: 'Evidence' })
  await evidence.getByRole('button', { name: WHY }).click()
  await expect(evidence.getByRole('region', { name: 'What happened' })).toContainText('hardware')
  quiet()
})

test('the link of a dapp looks up its transaction on its chain', async ({ page }) => {
  const { person: eve, trader } = await testerWithWallet('eve', programme.server)
  const parts = { tx: await swaps.fail(trader), chain: '0x7a69', build: NEW_BUILD }
  await enter(page, eve, `/issues/new?${new URLSearchParams(parts)}`, programme.server)
  await expect(
    page.getByRole('region', { name: 'What happened' }).getByRole('heading', { name: WHY }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'From the app' })).toContainText('Anvil')
  await expect(page.getByLabel('What happened?')).toHaveValue(/The route used a pool/)
  await expect(page.getByLabel('Build').locator('option:checked')).toHaveText(`web ${NEW_BUILD}`)
})

test('the administrator sees the cluster and the build it began with', async ({ page }) => {
  const quiet = expectNoComplaint(page)
  await enter(page, programme.admin, '/', programme.server)
  const hot = page.getByRole('region', { name: 'Failure clusters, last 24 h' })
  await expect(hot).toContainText('no_pool')
  await expect(hot).toContainText(`new in ${NEW_BUILD}`)
  await settled(page)
  await expectAccessible(page)
  await hot.getByRole('row').nth(1).getByRole('link').first().click()

  await expect(page.getByText(`Began with ${NEW_BUILD}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Issue', exact: true })).toContainText(`#${issue}`)
  await expect(page.getByRole('region', { name: 'Networks' })).toContainText('Anvil')
  await settled(page)
  await expectAccessible(page)

  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Advice (optional)').fill(`Wait for the build after ${NEW_BUILD}.`)
  await dialog.getByRole('button', { name: /Save/ }).click()
  await expect(page.getByText('Testers see this from now on.')).toBeVisible()

  await page.keyboard.press('g')
  await page.keyboard.press('t')
  const happened = page.getByRole('region', { name: 'What happened' })
  await expect(happened.getByRole('heading', { name: WHY })).toBeVisible()
  await expect(page.getByText('same failure', { exact: true })).toBeVisible()
  quiet()
})
