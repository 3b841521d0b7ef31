// A programme that has begun, so that the pages under test are pages with something on them.
import { person, runAs } from '../people.ts'

/** The number of the report that every stage begins with. */
export const FIRST = 1

const DAY = 86_400_000
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString()

const REPORT = {
  kind: 'bug',
  title: 'Permit expired right after signing',
  body: 'The wallet signs, and the swap answers "Permit expired" at once.',
  steps: ['Open Swap', 'Sign the permit', 'Press Swap'],
  expected: 'The swap goes through.',
  actual: 'A red line says that the permit expired.',
  severityClaimed: 'S2',
}

/** Appoints somebody, opens a season, releases a build and reports a fault, which somebody else has too. */
export async function furnish() {
  const operator = await person({ username: 'operator', isAdmin: true })
  await runAs(operator, 'buildSave', { channel: 'web', version: '0.9.1', releasedAt: daysFromNow(-1) })
  const { season } = await runAs(operator, 'seasonSave', {
    name: 'Autumn',
    startsAt: daysFromNow(-7),
    endsAt: daysFromNow(60),
  })
  await runAs(operator, 'seasonSetState', { number: season.number, state: 'live' })
  const { areas, builds } = await runAs(operator, 'programme', {})
  const [juno, sable] = [await person({ username: 'juno' }), await person({ username: 'sable' })]
  const { number } = await runAs(juno, 'issueSubmit', { ...REPORT, area: areas[0].key, build: builds[0].id })
  if (number !== FIRST) throw new Error(`The first report has the number ${number}.`)
  await runAs(sable, 'issueVote', { number })
  await runAs(sable, 'commentAdd', { number, body: 'Here as well, with **0.9.1**. See `permit.ts`.' })
}
