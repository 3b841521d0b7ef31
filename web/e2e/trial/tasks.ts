// What testers and administrators come for, one task after the other, with the pointer and with keys alone, at the width
// of a desk and of a phone. It tells how many deeds each takes and how long; it fails where one cannot be done.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Page } from '@playwright/test'
import { enter, expect, settled, test } from '../fixtures.ts'
import { fresh, type Person, person, runAs } from '../people.ts'
import { openProgramme, PERMIT, type Programme, trusted } from '../fixtures/seed.ts'
import { pictureSaying } from '../fixtures/picture.ts'
import { Hand, type Outcome, tableOf } from './hand.ts'
import { ACCOUNT, NEWCOMERS, STRANGERS } from './account.ts'
import { ADMINISTRATORS } from './administrators.ts'
import { ADMIN_FLOWS, TESTER_FLOWS } from './flows.ts'
import { PROGRAMME } from './programme.ts'
import type { Stage, Task } from './task.ts'
import { TESTERS } from './testers.ts'

test.use({ trace: 'off' })
test.setTimeout(900_000)

/** Only some of the tasks, by a part of their names. */
const WANTED = process.env['TRIAL'] ?? ''

/** A programme with reports in every state that a task needs, and people who are in the middle of something. */
async function prepare(server: string): Promise<Stage> {
  const programme = await openProgramme({ server, username: 'mia' })
  const colleague = await person({ username: 'max', isAdmin: true, server })
  const [rin, juno] = [await trusted('rin', programme), await trusted('juno', programme)]
  const known = await programme.report(juno, PERMIT)
  await runAs(programme.admin, 'issueAccept', { number: known, severity: 'S2' }, server)
  const fixed = await fixedFor(rin, programme)
  const own = await programme.report(rin, {
    title: 'The list of tokens jumps while it loads',
    body: 'Every time the page is opened.',
  })
  const titles = [
    'Gas estimate is missing on review',
    'History lists failed swaps as done',
    'Dark theme hides the axis',
  ]
  for (const title of titles)
    await programme.report(juno, {
      title,
      body: `${title}, every time.`,
      steps: ['Open', 'Look'],
      severityClaimed: 'S3',
    })
  const undecided: number[] = []
  for (const title of ['Fees are shown twice on review', 'The logo hides the menu'])
    undecided.push(await programme.report(juno, { title, body: `${title}, every time.` }))
  await runAs(juno, 'commentAdd', { number: known, body: 'It happens with every wallet.' }, server)
  const closed = await closedFor(rin, programme, colleague)
  const mission = await openMission(programme)
  const invitation = await runAs(programme.admin, 'invitationCreate', { label: 'First', maxUses: 9 }, server)
  return {
    programme,
    colleague,
    rin,
    juno,
    nora: await person({ username: 'nora', server }),
    kai: await trusted('kai', programme),
    code: invitation.code,
    known,
    own,
    fixed,
    closed,
    mission,
    fresh: undecided,
    picture: pictureSaying('nothing', 400, 300),
  }
}

async function fixedFor(reporter: Person, { admin, build, report, server }: Programme): Promise<number> {
  const number = await report(reporter, {
    title: 'The amount field forgets its comma',
    body: 'It becomes a thousand times as much.',
  })
  await runAs(admin, 'issueAccept', { number, severity: 'S3' }, server)
  await runAs(admin, 'issueMarkFixed', { number, build }, server)
  return number
}

/** A report that the colleague closed, so that the administrator may answer an appeal against it. */
async function closedFor(reporter: Person, { report, server }: Programme, colleague: Person) {
  const number = await report(reporter, { title: 'The chart stays empty', body: 'Until it is reloaded.' })
  const why = { resolution: 'wont_fix', reason: 'No one else has seen this so far.', confirm: true }
  await runAs(colleague, 'issueClose', { number, ...why }, server)
  return number
}

/** A mission with one question, whose answers an administrator looks at. */
async function openMission({ admin, server }: Programme): Promise<string> {
  const title = 'Tell us about your first swap'
  const question = {
    id: 's1',
    text: 'What slowed you down?',
    type: 'question',
    required: true,
    question: { type: 'text' },
  }
  const wanted = { title, brief: 'One question.', kind: 'survey', points: 15, review: { mode: 'manual' } }
  const { mission } = await runAs(admin, 'missionSave', { ...wanted, steps: [question] }, server)
  await runAs(admin, 'missionSetState', { mission: mission.id, state: 'live' }, server)
  return title
}

/** Goes to where a task begins, as a user or signed out. */
async function begin(page: Page, who: Person | null, path: string, server: string) {
  await page.context().setOffline(false)
  if (who) await enter(page, who, path, server)
  else {
    await page.context().setStorageState({ cookies: [], origins: [] })
    await page.goto(server + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await settled(page)
}

async function attempt(
  hand: Hand,
  width: string,
  { name, does, notFor }: Task,
  stage: Stage,
): Promise<Outcome> {
  const { way } = hand
  const skipped = notFor?.(hand)
  if (skipped) return { task: name, width, way, deeds: 0, seconds: 0, failed: null, skipped }
  const began = Date.now()
  let failed: string | null = null
  try {
    await does(hand, stage)
  } catch (thrown) {
    failed = stripVTControlCharacters(String(thrown)).split('\n').slice(0, 4).join(' ').slice(0, 160)
  }
  return { task: name, width, way, deeds: hand.deeds, seconds: (Date.now() - began) / 1000, failed }
}

for (const way of ['pointer', 'keys'] as const)
  test(`all tasks by ${way}`, async ({ page, ownServer: { address } }, info) => {
    page.setDefaultTimeout(8_000)
    const stage = await prepare(address)
    const outcomes: Outcome[] = []
    for (const [who, tasks] of [
      [null, STRANGERS],
      [stage.nora, NEWCOMERS],
      [stage.rin, [...TESTERS, ...TESTER_FLOWS]],
      [stage.programme.admin, [...ADMINISTRATORS, ...ADMIN_FLOWS]],
      [stage.programme.admin, PROGRAMME],
      [stage.kai, ACCOUNT],
    ] as const)
      for (const task of tasks.filter(({ name }) => name.match(WANTED))) {
        const user = who && task.isSensitive ? await fresh(who, address) : who
        await begin(page, user, task.at(stage), address)
        const outcome = await attempt(new Hand(page, way), info.project.name, task, stage)
        outcomes.push(outcome)
        if (outcome.failed)
          await page.screenshot({ path: info.outputPath(`${task.name.slice(0, 24)}-${way}.png`) })
      }
    const table = tableOf(outcomes)
    console.log(table)
    appendFileSync(join(info.project.outputDir, 'trial.md'), `\n${table}\n`)
    expect(outcomes.filter(({ failed }) => failed).map(({ task, failed }) => `${task}: ${failed}`)).toEqual(
      [],
    )
  })
