// An administrator's morning: what came in overnight, decided by keys alone.
import type { Page } from '@playwright/test'
import { enter, expect, settled, test } from './fixtures.ts'
import { type Person, runAs } from './people.ts'
import { openProgramme, PERMIT, type Programme, trusted } from './fixtures/seed.ts'

type Decision =
  | { do: 'accept'; as: 'S1' | 'S2' | 'S3' | 'S4' | 'claimed' | null; quality?: 'A' }
  | { do: 'merge'; into: string }
  | { do: 'close'; ground: string; because: string }
  | { do: 'ask' | 'snooze' }

interface Waiting {
  title: string
  kind?: 'friction' | 'idea'
  claimed?: string
  decision: Decision
}

const accept = (as: Extract<Decision, { do: 'accept' }>['as'], quality?: 'A'): Decision => ({
  do: 'accept',
  as,
  ...(quality ? { quality } : {}),
})
const REPEATED = 'Balance stays old until the page is loaded again'
const GRADED = 'Route over two pools loses three percent'

/** What waits in the morning, each with what it deserves. Twenty-three, of which two are spam. */
const OVERNIGHT: Waiting[] = [
  { title: 'Approval asks for more than the amount shown', claimed: 'S1', decision: accept('S1') },
  { title: GRADED, claimed: 'S2', decision: accept('S2', 'A') },
  { title: 'Slippage field accepts a negative number', claimed: 'S3', decision: accept('claimed') },
  { title: 'Gas estimate is missing on the review screen', claimed: 'S3', decision: accept('S3') },
  { title: 'Typo in the tooltip of the price impact', claimed: 'S4', decision: accept('S4') },
  { title: REPEATED, claimed: 'S3', decision: accept('S3') },
  {
    title: 'Permit expired right after I signed it',
    claimed: 'S2',
    decision: { do: 'merge', into: PERMIT.title },
  },
  { title: 'Balance stays old until the page is loaded', decision: { do: 'merge', into: REPEATED } },
  { title: 'Hardware wallet never answers', claimed: 'S2', decision: { do: 'ask' } },
  { title: 'Something is odd with networks', decision: { do: 'ask' } },
  {
    title: 'Swapping a token for itself is refused',
    decision: { do: 'close', ground: 'w', because: 'a token cannot be its own price.' },
  },
  {
    title: 'Testnet coins cannot be sold for money',
    decision: { do: 'close', ground: 'i', because: 'coins of a test network are worth nothing.' },
  },
  { title: 'Crash on a phone that nobody here has', claimed: 'S2', decision: { do: 'snooze' } },
  { title: 'Confirm button is easy to miss', kind: 'friction', decision: accept(null) },
  { title: 'Too many questions before the first swap', kind: 'friction', decision: accept(null) },
  { title: 'Show the route before asking for approval', kind: 'idea', decision: accept(null) },
  { title: 'Remember the last pair somebody swapped', kind: 'idea', decision: accept(null) },
  { title: 'Deep link opens with an empty amount', claimed: 'S3', decision: accept('S3') },
  { title: 'Dark theme hides the chart axis', claimed: 'S4', decision: accept('S4') },
  { title: 'History lists failed transactions as done', claimed: 'S2', decision: accept('S2') },
  { title: 'Quote refreshes while the wallet is open', claimed: 'S3', decision: accept('S3') },
]
const SPAM = ['Earn ten coins a day from home', 'Cheap followers for your channel']

const reportOf = ({ title, kind, claimed }: Omit<Waiting, 'decision'>) => ({
  title,
  ...(kind ? { kind } : {}),
  ...(claimed ? { severityClaimed: claimed } : {}),
  body: `${title}. Seen again and again.`,
  ...(kind ? {} : { steps: ['Open the app', 'Do it', 'Look'] }),
})

interface Night {
  programme: Programme
  testers: Person[]
  /** The number of each report by its title, and who sent it. */
  reports: Map<string, { number: number; by: Person }>
}

async function overnight(server: string): Promise<Night> {
  const programme = await openProgramme({ server, username: 'mia' })
  const testers: Person[] = []
  for (const name of ['rin', 'kai', 'juno', 'sable']) testers.push(await trusted(name, programme))
  const reports: Night['reports'] = new Map()
  async function send(report: Omit<Waiting, 'decision'>, turn: number) {
    const by = testers[turn % testers.length] as Person
    reports.set(report.title, { number: await programme.report(by, reportOf(report)), by })
  }
  await send(PERMIT, 0)
  await runAs(programme.admin, 'issueAccept', { number: 1, severity: 'S2' }, server)
  for (const [turn, report] of OVERNIGHT.entries()) await send(report, turn + 1)
  for (const [turn, title] of SPAM.entries()) await send({ title }, turn)
  return { programme, testers, reports }
}

const inHand = (desk: Page) => desk.locator('#case-title')

/** The case in hand, once it is there with all that is known about it. */
async function titleInHand(desk: Page): Promise<string> {
  await expect(desk.getByRole('region', { name: 'Estimated points' })).toBeVisible()
  return (await inHand(desk).textContent()) ?? ''
}

async function movedOn(desk: Page, from: string) {
  // After the last there is none.
  await expect.poll(() => inHand(desk).allTextContents()).not.toContain(from)
}

const GRADE_KEY = { S1: 'a', S2: 's', S3: 'd', S4: 'f', claimed: 'Enter' }

/** Opens a question by its key, and waits until it can be answered. */
async function open(desk: Page, key: string, dialog: string) {
  await desk.keyboard.press(key)
  const opened = desk.getByRole('dialog', { name: dialog })
  await expect(opened).toBeVisible()
  return opened
}

async function close(desk: Page, ground: string) {
  const dialog = await open(desk, '3', 'Close')
  await desk.keyboard.press(ground)
  await expect(dialog.getByLabel('Reason, visible to everyone')).toBeFocused()
}

async function grade(desk: Page, key: string) {
  await desk.keyboard.press('1')
  await expect(desk.getByRole('group', { name: 'Severity' })).toBeVisible()
  await desk.keyboard.press(key)
}

async function decide(desk: Page, title: string, decision: Decision) {
  const keys = desk.keyboard
  switch (decision.do) {
    case 'accept':
      if (decision.quality) await keys.press('q')
      if (decision.as) await grade(desk, GRADE_KEY[decision.as])
      else await keys.press('1')
      break
    case 'merge': {
      const dialog = await open(desk, '2', 'Duplicate of…')
      const chosen = dialog.getByRole('listitem').filter({ hasText: decision.into }).getByRole('button')
      await expect(chosen).toHaveAttribute('aria-pressed', 'true')
      await keys.press('Enter')
      break
    }
    case 'ask': {
      const dialog = await open(desk, '4', 'Ask the reporter')
      await keys.press('Alt+w')
      await expect(dialog.getByRole('textbox', { name: 'Question' })).toHaveValue(/^Which wallet/)
      await keys.press('Control+Enter')
      break
    }
    case 'close':
      await close(desk, decision.ground)
      await keys.type(decision.because)
      await keys.press('Control+Enter')
      break
    case 'snooze':
      await keys.press('h')
  }
  await movedOn(desk, title)
}

/** Two that say nothing about the product, thrown out together. */
async function throwOutSpam(desk: Page) {
  const next = async () => {
    const before = await titleInHand(desk)
    await desk.keyboard.press('j')
    await movedOn(desk, before)
    return titleInHand(desk)
  }
  let title = await titleInHand(desk)
  while (!SPAM.includes(title)) title = await next()
  await desk.keyboard.press('x')
  expect(SPAM).toContain(await next())
  await desk.keyboard.press('x')
  await expect(desk.getByText('for 2 selected reports')).toBeVisible()
  await close(desk, 's')
  await desk.keyboard.press('Tab')
  await desk.keyboard.press('Space')
  await desk.keyboard.press('Control+Enter')
  await expect(desk.getByText('2 decided.')).toBeVisible()
  const queue = desk.getByRole('list', { name: 'Waiting reports' })
  for (const spam of SPAM) await expect(queue.getByText(spam)).toHaveCount(0)
}

/** Grades one too low, and takes it back in time. */
async function decideAndUndo(desk: Page, title: string) {
  await grade(desk, 'f')
  await movedOn(desk, title)
  await expect(desk.getByRole('button', { name: /Undo/ })).toContainText(/\d+s#\d+ accepted/)
  await desk.keyboard.press('u')
  const word = desk.getByText(/is back in the queue/)
  await expect(word).toBeVisible()
  // What is said covers none of the keys.
  const said = await word.boundingBox()
  const key = await desk.getByRole('button', { name: /^Accept/ }).boundingBox()
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(key?.y ?? 0)
  await expect(inHand(desk)).toHaveText(title)
}

/** What the bar says that a severity would pay. */
async function previewOf(desk: Page, severity: RegExp): Promise<number> {
  await desk.keyboard.press('q')
  await desk.keyboard.press('1')
  const offer = desk.getByRole('group', { name: 'Severity' }).getByRole('button', { name: severity })
  await expect(offer).toContainText(/pays \d+, quality A/)
  const said = await offer.textContent()
  await desk.keyboard.press('Escape')
  // Back to the quality it had: A, C, B.
  await desk.keyboard.press('q')
  await desk.keyboard.press('q')
  return Number(/pays (\d+)/.exec(said ?? '')?.[1])
}

async function emptyTheQueue(desk: Page): Promise<number> {
  let preview = Number.NaN
  for (let left = OVERNIGHT.length; left > 0; left -= 1) {
    const title = await titleInHand(desk)
    const waiting = OVERNIGHT.find(each => each.title === title)
    if (!waiting) throw new Error(`Nobody reported “${title}”.`)
    if (title === GRADED) {
      preview = await previewOf(desk, /Major/)
      await decideAndUndo(desk, title)
    }
    await decide(desk, title, waiting.decision)
  }
  await expect(desk.getByText('Nothing waiting.')).toBeVisible()
  return preview
}

test("an administrator's morning: twenty-three reports, by keys alone", async ({
  page: desk,
  browser,
  ownServer: { address },
}) => {
  test.setTimeout(120_000)
  const { programme, reports } = await overnight(address)
  const refused: string[] = []
  desk.on('response', response => {
    if (response.url().includes('/functions/') && !response.ok()) refused.push(response.url())
  })
  await enter(desk, programme.admin, '/', address)
  await desk.keyboard.press('g')
  await desk.keyboard.press('t')
  await expect(desk.getByText('23 waiting')).toBeVisible()
  // Anyone who claims the worst is looked at first.
  await expect(inHand(desk)).toHaveText('Approval asks for more than the amount shown')
  await throwOutSpam(desk)
  const preview = await emptyTheQueue(desk)
  await settled(desk)
  expect(refused).toEqual([])

  const page = await (await browser.newContext()).newPage()
  const numberOf = (title: string) => reports.get(title)?.number ?? 0
  const graded = reports.get(GRADED)
  if (!graded) throw new Error('It was not reported.')

  // What was promised before the decision is what is in the purse, and what is paid in the end.
  await enter(page, graded.by, `/issues/${graded.number}`, address)
  await expect(page.getByRole('region', { name: 'Points' })).toContainText(`of ${preview} in the reward pool`)
  await runAs(programme.admin, 'issueMarkFixed', { number: graded.number, build: programme.build }, address)
  const { entries } = await runAs(graded.by, 'pointsMine', {}, address)
  const paid = entries.filter(({ issue }: { issue: number }) => issue === graded.number)
  const sum = paid.reduce((all: number, { amount }: { amount: number }) => all + amount, 0)
  expect(sum).toBe(preview)

  // Anyone who was asked finds the question on their first page, and the answer comes back to the queue.
  const asked = reports.get('Hardware wallet never answers')
  if (!asked) throw new Error('It was not reported.')
  await enter(page, asked.by, '/', address)
  const waiting = page.getByRole('region', { name: /^Waiting for you/ })
  await expect(waiting).toContainText('Which wallet did you use, and which version of it?')
  const question = waiting.getByRole('listitem').filter({ hasText: `#${asked.number}` })
  await question
    .getByRole('textbox', { name: `Answer on #${asked.number}` })
    .fill('A Ledger, with version 2.1 of its software.')
  await question.getByRole('button', { name: /^Answer/ }).click()
  await expect(question.getByText('Done', { exact: true })).toBeVisible()

  // A duplicate leads to what it repeats; a closed one says why.
  await enter(page, asked.by, `/issues/${numberOf('Permit expired right after I signed it')}`, address)
  await expect(page.getByText(/^Merged into/)).toContainText(PERMIT.title)
  await page.goto(`${address}/issues/${numberOf('Swapping a token for itself is refused')}`)
  await expect(page.getByText('a token cannot be its own price.')).toBeVisible()
  await page.context().close()

  await desk.getByText('By age').click()
  const queue = desk.getByRole('list', { name: 'Waiting reports' })
  await expect(queue.getByText('Hardware wallet never answers')).toBeVisible()
  await expect(queue.getByText('Answered')).toBeVisible()
})
