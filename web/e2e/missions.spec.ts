// A mission from the first word of the administrator to the points of a tester: a real chain with Uniswap on it tells
// the server that the step is done, and nobody presses anything for it.
import { shoot } from './camera.ts'
import { enter, expect, expectAccessible, expectNoComplaint, settled, test } from './fixtures.ts'
import { addressOf } from './fixtures/names.ts'
import { openProgramme, type Programme } from './fixtures/seed.ts'
import { freePort, makeDatabase, startServer } from './fixtures/server.ts'
import { addNetwork, linkWallet, startSwaps, type Swaps, type Trader } from './fixtures/swaps.ts'
import { type Person, person, runAs } from './people.ts'

const TITLE = 'Swap ONE and let it fail'
const QUESTION = 'Did the app say why before you signed?'

test.describe.configure({ mode: 'serial' })

let swaps: Swaps
let programme: Programme
let rin: { person: Person; trader: Trader }
let slug: string
let end: () => Promise<void>

test.beforeAll(async () => {
  test.setTimeout(300_000)
  swaps = await startSwaps()
  const port = await freePort()
  const server = addressOf(port)
  const database = makeDatabase(`missions-${port}`, process.env['E2E_TEMPLATE'])
  const stop = await startServer({
    name: `missions-${port}`,
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
  await addNetwork(programme.admin, swaps, server)
  rin = { person: await person({ name: 'rin', server }), trader: await swaps.trader() }
  await linkWallet(rin.person, rin.trader, server)
})

test.afterAll(() => end?.())

test('an administrator writes a mission whose check is a sentence, and it goes live', async ({ page }) => {
  const quiet = expectNoComplaint(page)
  const { admin, server } = programme
  await enter(page, admin, '/admin/settings/missions', server)
  await expect(page.getByRole('heading', { name: 'No mission yet.' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Write the first mission' }).click()

  await page.getByRole('textbox', { name: 'Title' }).fill(TITLE)
  await page
    .getByRole('textbox', { name: 'What to try, and why' })
    .fill('Say whether the app **warned** you.')
  await page.getByRole('textbox', { name: 'What to do' }).fill('Swap ONE over a pool that is not there')
  await page.getByRole('radio', { name: 'transaction' }).click()
  const check = page.getByRole('group', { name: 'What is checked' })
  await check.getByRole('combobox', { name: 'Network' }).selectOption({ label: 'Anvil' })
  await check.getByRole('combobox', { name: 'What it does' }).selectOption({ label: 'does anything' })
  await check.getByRole('combobox', { name: 'How it ends' }).selectOption({ label: 'reverts' })
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview).toContainText('on Anvil, to our router, after you start, it fails.')

  await page.getByRole('button', { name: /Add step/ }).click()
  await page.getByRole('textbox', { name: 'What to do' }).fill(QUESTION)
  await page.getByRole('radio', { name: 'question' }).click()
  await page.getByRole('combobox', { name: 'Answer' }).selectOption({ label: 'scale 1 to 5' })
  await page.getByRole('textbox', { name: 'Places' }).fill('5')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('The mission is saved.')).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  await shoot(page, 'missions/admin-editor')

  await page.getByRole('button', { name: 'Go live…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('it pays at most 100 points')
  await dialog.getByRole('button', { name: 'Go live' }).click()
  await expect(page.getByRole('region', { name: 'Mission', exact: true })).toContainText('live')
  const { rows } = await runAs(admin, 'missionAdminList', {}, server)
  slug = rows[0].slug
  quiet()
})

test('a tester finishes it: the chain ticks the step, a key answers, and the points are paid', async ({
  page,
}) => {
  const quiet = expectNoComplaint(page)
  const { server } = programme
  await enter(page, rin.person, '/', server)
  await page.keyboard.press('g')
  await page.keyboard.press('m')
  await expect(page.getByRole('heading', { name: /^Fits you/ })).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  await shoot(page, 'missions/list')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(new RegExp(`/missions/${slug}$`))
  const steps = page.getByRole('list', { name: 'Steps' })
  const [swap, question] = [steps.getByRole('listitem').nth(0), steps.getByRole('listitem').nth(1)]
  await expect(swap).toContainText('We watch Anvil for a transaction from your wallet.')
  await expect(page.getByRole('button', { name: /^Submit/ })).toBeDisabled()
  await settled(page)
  await expectAccessible(page)
  await shoot(page, 'missions/page')

  const began = Date.now()
  await swaps.fail(rin.trader)
  await expect(swap.getByText('Found:')).toBeVisible({ timeout: 90_000 })
  console.log(`the step ticked itself after ${Date.now() - began} ms`)
  await page.keyboard.press('4')
  await expect(question.getByRole('radio', { name: '4' })).toBeChecked()
  await expect(page.getByText(/^saved/)).toBeVisible()
  await page.getByRole('button', { name: /^Submit/ }).click()
  await expect(page.getByRole('heading', { name: 'All checks passed.' })).toBeVisible()
  await expect(page.getByText(/\+20, entry/)).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  await shoot(page, 'missions/done')

  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: /^Done/ }).click()
  await expect(page.getByRole('link', { name: TITLE })).toBeVisible()
  expect(JSON.stringify(await runAs(rin.person, 'pointsMine', {}, server))).toContain('mission.done')
  quiet()
})

test('a submission that a person has to look at is decided by keys', async ({ page }) => {
  const quiet = expectNoComplaint(page)
  const { admin, server } = programme
  const { mission } = await runAs(
    admin,
    'missionSave',
    {
      title: 'Tell us about your first swap',
      brief: 'One question.',
      kind: 'survey',
      points: 15,
      review: { mode: 'manual' },
      steps: [
        {
          id: 's1',
          text: 'What slowed you down?',
          type: 'question',
          required: true,
          question: { type: 'text' },
        },
      ],
    },
    server,
  )
  await runAs(admin, 'missionSetState', { mission: mission.id, state: 'live' }, server)
  for (const name of ['kai', 'neo']) {
    const tester = await person({ name, server })
    const { submission } = await runAs(tester, 'submissionStart', { mission: mission.id }, server)
    await runAs(
      tester,
      'submissionSave',
      { submission: submission.id, answers: { s1: `Fees, says ${name}` } },
      server,
    )
    await runAs(tester, 'submissionSubmit', { submission: submission.id }, server)
  }
  await enter(page, admin, '/review/missions', server)
  const inHand = page.getByRole('region', { name: 'Submission', exact: true })
  await expect(inHand).toContainText('Fees, says kai')
  await settled(page)
  await expectAccessible(page)
  await shoot(page, 'missions/admin-review')
  await page.keyboard.press('1')
  await expect(inHand).toContainText('Fees, says neo')
  await page.keyboard.press('3')
  await page.getByRole('dialog').getByRole('textbox').fill('Please say which fees you mean.')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'No submissions to review.' })).toBeVisible()
  await page.goto(`${server}/admin/settings/missions`)
  await expect(page.getByRole('row', { name: new RegExp(TITLE) })).toBeVisible()
  await settled(page)
  await shoot(page, 'missions/admin-list')
  quiet()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('the same pages fit, and nothing scrolls sideways', async ({ page }) => {
    const { admin, server } = programme
    const places = [
      [rin.person, '/missions?show=all', 'list'],
      [rin.person, `/missions/${slug}`, 'page'],
      [admin, '/admin/settings/missions', 'admin-list'],
    ] as const
    for (const [who, path, name] of places) {
      await enter(page, who, path, server)
      await settled(page)
      const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(sideways, path).toBe(0)
      await expectAccessible(page)
      await shoot(page, `missions/${name}`)
    }
  })
})
