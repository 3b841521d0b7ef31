// Lighthouse on `/login` and, signed in to a demo, `/`, `/issues` and an issue, as the binary serves them; each in the form
// of a phone and of a desktop.
// The middle of three runs counts, of both forms: a busy machine spoils one run, a heavy page all three.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import lighthouse, { desktopConfig } from 'lighthouse'
import { launch } from 'puppeteer-core'
import type { Page } from 'puppeteer-core'
import { runAs } from '../e2e/people.ts'
import type { Person } from '../e2e/people.ts'
import { demoPerson } from '../e2e/fixtures/demo.ts'
import startDemo from '../e2e/fixtures/documented.ts'
import { addressOf, APPLICATION, SERVER_PORT } from '../e2e/fixtures/names.ts'

const RUNS = Number(process.env['LIGHTHOUSE_RUNS'] ?? 3)
const MARKS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const
type Category = keyof typeof MARKS
const CATEGORIES = Object.keys(MARKS) as Category[]
const { flags } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../conformance/harness/chromium.json'), 'utf8'),
) as { flags: string[] }
const FORMS = { mobile: undefined, desktop: desktopConfig }
const SERVER = addressOf(SERVER_PORT)

interface Outcome {
  scores: Record<Category, number>
  /** Milliseconds until the largest part is painted, and during which the page cannot answer. */
  paint: number
  blocked: number
  /** What kept a category from its full mark. */
  complaints: string[]
}

async function signIn(page: Page, { username, password }: Person) {
  await page.goto(`${SERVER}/login`)
  const answer = await fetch(`${SERVER}/parse/login`, {
    method: 'POST',
    headers: { 'X-Parse-Application-Id': APPLICATION, 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const user = JSON.stringify({ className: '_User', ...((await answer.json()) as object) })
  await page.evaluate(
    (key, value) => localStorage.setItem(key, value),
    `Parse/${APPLICATION}/currentUser`,
    user,
  )
}

async function measure(page: Page, path: string, form: keyof typeof FORMS): Promise<Outcome> {
  const result = await lighthouse(
    SERVER + path,
    // Who is signed in is in the storage; the cache is emptied either way.
    { onlyCategories: CATEGORIES, disableStorageReset: true, logLevel: 'error' },
    FORMS[form],
    page,
  )
  if (!result) throw new Error(`Lighthouse said nothing about ${path}`)
  const { categories, audits, finalDisplayedUrl } = result.lhr
  if (new URL(finalDisplayedUrl).pathname !== path) throw new Error(`${path} led to ${finalDisplayedUrl}`)
  const score = (name: Category) => Math.round((categories[name]?.score ?? 0) * 100)
  return {
    scores: Object.fromEntries(CATEGORIES.map(name => [name, score(name)])) as Outcome['scores'],
    paint: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    blocked: audits['total-blocking-time']?.numericValue ?? Number.NaN,
    complaints: CATEGORIES.filter(name => score(name) < MARKS[name]).flatMap(name =>
      (categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${name}: ${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`.trim()),
    ),
  }
}

const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function judge(page: Page, path: string, reader: string, form: keyof typeof FORMS): Promise<boolean> {
  const outcomes: Outcome[] = []
  for (let run = 0; run < RUNS; run += 1) outcomes.push(await measure(page, path, form))
  const scores = CATEGORIES.map(name => middle(outcomes.map(outcome => outcome.scores[name])))
  const good = CATEGORIES.every((name, order) => (scores[order] ?? 0) >= MARKS[name])
  const cells = [
    `${path} ${reader}`.padEnd(18),
    form.padEnd(8),
    ...scores.map(score => String(score).padStart(13)),
    `${(middle(outcomes.map(({ paint }) => paint)) / 1000).toFixed(2)} s`.padStart(9),
    `${middle(outcomes.map(({ blocked }) => blocked)).toFixed(0)} ms`.padStart(9),
  ]
  console.log(`${cells.join(' ')}${good ? '' : '  below the mark'}`)
  if (!good)
    for (const line of new Set(outcomes.flatMap(({ complaints }) => complaints))) console.log(`  ${line}`)
  return good
}

/** The address of the issue that most people have, and proofs of it. */
async function busiestIssue(reader: Person): Promise<string> {
  const { rows } = await runAs(reader, 'searchIssues', { query: 'is:confirmed', sort: 'affected', limit: 1 })
  return `/issues/${rows[0].number}`
}

async function main(): Promise<number> {
  const stop = await startDemo()
  const browser = await launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    headless: true,
    args: flags,
  })
  try {
    const titles = CATEGORIES.map(name => name.padStart(13))
    console.log(['page'.padEnd(18), 'form'.padEnd(8), ...titles, '    paint', '  blocked'].join(' '))
    let failed = 0
    const [admin, tester] = [await demoPerson('maren'), await demoPerson('kai')]
    const pages = [
      ['/login', null],
      ['/', admin],
      ['/', tester],
      ['/issues', tester],
      [await busiestIssue(tester), tester],
    ] as const
    for (const [path, someone] of pages) {
      for (const form of ['mobile', 'desktop'] as const) {
        const context = await browser.createBrowserContext()
        const page = await context.newPage()
        if (someone) await signIn(page, someone)
        if (!(await judge(page, path, someone?.username ?? '', form))) failed += 1
        await context.close()
      }
    }
    console.log(`${pages.length * 2 - failed} passed, ${failed} failed`)
    return failed === 0 ? 0 : 1
  } finally {
    await browser.close()
    await stop()
  }
}

process.exit(await main())
