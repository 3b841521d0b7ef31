// A programme that has begun, so that the pages under test are pages with something on them.
import { type Person, person, runAs } from '../people.ts'
import { addressOf, SERVER_PORT } from './names.ts'

/** The number of the report that every stage begins with. */
export const FIRST = 1

const DAY = 86_400_000
const MAIN = addressOf(SERVER_PORT)

/** The moment some days from now. */
export const daysFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString()

/** A programme with a build and a season that runs. */
export interface Programme {
  server: string
  admin: Person
  build: string
  /** Reports something as somebody. Gives its number. */
  report: (by: Person, report: object) => Promise<number>
}

interface Wanted {
  server?: string
  /** Who opens it. */
  username?: string
  season?: { startsAt?: string; endsAt?: string }
}

/** Appoints somebody, releases a build and opens a season. */
export async function openProgramme({ server = MAIN, username = 'operator', season }: Wanted = {}) {
  const admin = await person({ username, isAdmin: true, server })
  const released = { channel: 'web', version: '0.9.1', releasedAt: daysFromNow(-1) }
  const { build } = await runAs(admin, 'buildSave', released, server)
  const planned = { name: 'Autumn', startsAt: daysFromNow(-7), endsAt: daysFromNow(60), ...season }
  const { season: saved } = await runAs(admin, 'seasonSave', planned, server)
  await runAs(admin, 'seasonSetState', { number: saved.number, state: 'live' }, server)
  const { areas } = await runAs(admin, 'programme', {}, server)
  async function report(by: Person, said: object): Promise<number> {
    const whole = { kind: 'bug', area: areas[0].key, build: build.id, ...said }
    return (await runAs(by, 'issueSubmit', whole, server)).number
  }
  return { server, admin, build: build.id, report } as Programme
}

/** A tester of a programme who may send more than a newcomer. */
export async function trusted(username: string, { admin, server }: Programme): Promise<Person> {
  const tester = await person({ username, server })
  await runAs(admin, 'userPinTrust', { user: tester.objectId, level: 1 }, server)
  return tester
}

export const PERMIT = {
  title: 'Permit expired right after signing',
  body: 'The wallet signs, and the swap answers "Permit expired" at once.',
  steps: ['Open Swap', 'Sign the permit', 'Press Swap'],
  expected: 'The swap goes through.',
  actual: 'A red line says that the permit expired.',
  severityClaimed: 'S2',
}

/** Opens the programme of the stage with a fault, which somebody else has too. */
export async function furnish() {
  const { report } = await openProgramme()
  const [juno, sable] = [await person({ username: 'juno' }), await person({ username: 'sable' })]
  const number = await report(juno, PERMIT)
  if (number !== FIRST) throw new Error(`The first report has the number ${number}.`)
  await runAs(sable, 'issueVote', { number })
  await runAs(sable, 'commentAdd', { number, body: 'Here as well, with **0.9.1**. See `permit.ts`.' })
}
