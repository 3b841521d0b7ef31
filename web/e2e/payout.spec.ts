// A season is closed, paid and claimed: the administrator's five steps, the contract on a chain, the tester's own check.
import type { Page } from '@playwright/test'
import { enter, expect, expectAccessible, settled, test } from './fixtures.ts'
import { type Person, runAs } from './people.ts'
import { addToken, CHAIN, startTreasury, type Treasury } from './fixtures/distributor.ts'
import { daysFromNow, openProgramme, trusted } from './fixtures/seed.ts'
import { sql } from './fixtures/server.ts'
import { injectEvm } from './fixtures/wallets.ts'

const BODY = 'It happens every time, also in a private window, since the last build.'
const FOUND = [
  { by: 'rin', title: 'Approval asks for more than the amount shown', severity: 'S1' },
  { by: 'kai', title: 'Route over two pools loses three percent', severity: 'S2' },
  { by: 'juno', title: 'Gas estimate is missing on the review screen', severity: 'S3' },
]

type Wallet = Awaited<ReturnType<Treasury['wallet']>>

/** A season that is final: rin and kai have wallets, juno has none. */
async function closedSeason(server: string, database: string, treasury: Treasury) {
  const season = { startsAt: daysFromNow(-56), endsAt: daysFromNow(0.4) }
  const programme = await openProgramme({ server, username: 'mia', season })
  const wallets = new Map<string, { tester: Person; wallet: Wallet }>()
  for (const { by, title, severity } of FOUND) {
    const tester = await trusted(by, programme)
    const number = await programme.report(tester, { title, body: BODY })
    await runAs(programme.admin, 'issueAccept', { number, severity }, server)
    const wallet = await treasury.wallet()
    wallets.set(by, { tester, wallet })
    // As linking and choosing it would leave it; both are tested where they are the matter.
    if (by !== 'juno')
      sql(
        `update "_User" set "payoutAddress" = '${wallet.address.toLowerCase()}' where "objectId" = '${tester.objectId}'`,
        database,
      )
  }
  for (const state of ['review', 'final'])
    await runAs(programme.admin, 'seasonSetState', { number: 1, state }, server)
  await addToken(programme.admin, treasury, server)
  const rin = wallets.get('rin')
  if (!rin) throw new Error('Nobody was made.')
  return { admin: programme.admin, rin }
}

const step = (desk: Page, name: string) =>
  desk.getByRole('button', { name: new RegExp(`^\\d?\\s*${name}`) }).first()

/** Chooses token, pool and formula, and looks at who gets what. */
async function chooseAmounts(desk: Page) {
  await step(desk, 'Amounts').click()
  await desk.getByLabel('Network').selectOption({ label: 'Anvil' })
  await desk.getByLabel('Token', { exact: true }).selectOption({ label: 'TST' })
  await desk.getByLabel('Pool', { exact: true }).fill('1,000')
  await desk.getByLabel('Minimum points').fill('10')
  const table = desk.getByRole('table', { name: 'Who gets what' })
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table).toContainText('@rin')
  await expectAccessible(desk)
}

/** Builds the leaves, has the contract deployed with their root, and publishes. */
async function publish(desk: Page, treasury: Treasury, { password }: Person) {
  await step(desk, 'Bundle').click()
  await desk.getByLabel('Tree').selectOption('indexed')
  await desk.getByRole('button', { name: /^Build/ }).click()
  const root = await desk
    .getByText(/^0x[0-9a-f]{64}$/)
    .first()
    .textContent()
  const summary = await desk.getByText(/^2 leaves, sum/).textContent()
  const sum = /sum ([\d,.]+) TST/.exec(summary ?? '')?.[1]?.replaceAll(',', '') ?? ''
  const [whole = '0', rest = ''] = sum.split('.')
  const contract = await treasury.fund(root ?? '', BigInt(whole + rest.padEnd(18, '0')))
  await desk.getByLabel('Distributor contract').fill(contract)
  await desk.getByRole('button', { name: 'Build again' }).click()
  await expect(desk.getByTitle(contract, { exact: false }).first()).toBeVisible()
  // The contract is no part of the leaves: their root stays.
  await expect(desk.getByText(root ?? '', { exact: true })).toBeVisible()
  await desk.getByLabel(/^Type publish season 1/).fill('publish season 1')
  await desk.getByRole('button', { name: 'Publish payout' }).click()
  // The session is one that was handed over, not a sign-in of the last minutes.
  const isItYou = desk.getByRole('dialog', { name: 'Confirm it’s you' })
  await isItYou.getByRole('textbox', { name: 'Your password' }).fill(password)
  await isItYou.getByRole('button', { name: 'Confirm' }).click()
  await expect(desk.getByText(/^published /).first()).toBeVisible()
  return contract
}

test('a season is closed, paid and claimed', async ({
  page: desk,
  browser,
  ownServer: { address, database },
}) => {
  test.setTimeout(240_000)
  const treasury = await startTreasury()
  try {
    const { admin, rin } = await closedSeason(address, database, treasury)

    // The administrator: from sealed results to a published root.
    await enter(desk, admin, '/admin/settings/rewards', address)
    await expect(desk.getByText('Sealed results')).toBeVisible()
    await chooseAmounts(desk)
    await step(desk, 'Wallets').click()
    await expect(desk.getByText(/^1 person, /)).toBeVisible()
    await expect(desk.getByRole('table', { name: 'Wallets missing' })).toContainText('@juno')
    const contract = await publish(desk, treasury, admin)
    await settled(desk)
    await expectAccessible(desk)

    // The tester: the line, the proof by their own browser, the root of the contract, the claim.
    const context = await browser.newContext({ colorScheme: 'dark' })
    const tester = await context.newPage()
    await injectEvm(tester, rin.wallet, { url: treasury.url, chainId: CHAIN })
    await enter(tester, rin.tester, '/leaderboard/seasons/1', address)
    await expect(tester.getByRole('heading', { name: 'Your payout, season 1' })).toBeVisible()
    await expect(tester.getByText('checked in this browser')).toBeVisible()
    await expectAccessible(tester)
    await tester.getByRole('button', { name: 'Compare with the chain' }).click()
    await tester.getByRole('button', { name: 'Ask through Stub Wallet' }).click()
    await expect(tester.getByText('The contract has the same root.')).toBeVisible()
    expect(await treasury.balanceOf(rin.wallet.address)).toBe(0n)
    const held = await treasury.balanceOf(contract)
    await tester.getByRole('button', { name: /^Claim to 0x/ }).click()
    await expect(tester.getByText('Claimed, according to the contract.')).toBeVisible()
    const { rows } = await runAs(rin.tester, 'rewardMine', { season: 1 }, address)
    const got = await treasury.balanceOf(rin.wallet.address)
    expect(String(got)).toBe(rows[0].amount)
    expect(await treasury.balanceOf(contract)).toBe(held - got)
    await context.close()

    // A mistake is voided with a reason that everybody reads.
    await desk.getByRole('button', { name: 'Void…' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Void the payout of season 1' })
    await expect(dialog).toContainText('A contract that was deployed with this root still pays.')
    await dialog.getByLabel(/^Reason/).fill('The pool was meant for two seasons.')
    await dialog.getByRole('button', { name: 'Void it' }).click()
    await expect(desk.getByText(/^Void since .*: The pool was meant for two seasons\.$/)).toBeVisible()
  } finally {
    await treasury.stop()
  }
})
