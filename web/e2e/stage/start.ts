// The servers under test, on databases of their own. Gone when the tests are.
import { asOperator } from '../people.ts'
import { startMailbox } from './mailbox.ts'
import { SERVER_PORT, STYLEGUIDE_PORT } from './names.ts'
import { makeDatabase, startServer } from './server.ts'

/** Somebody must run the programme, or every page would say that nobody does. */
const appoint = () =>
  asOperator('POST', 'users', { username: 'operator', password: 'whoever runs this stage', isAdmin: true })

export default async function start() {
  const ends: (() => unknown)[] = []
  async function stop() {
    for (const end of ends.toReversed()) await end()
  }

  try {
    const database = makeDatabase('main')
    ends.push(database.drop)
    ends.push(await startMailbox())
    const open = { database: database.url, settings: { TOUCHSTONE_PROGRAMME_ACCESS: 'open' } }
    ends.push(await startServer({ ...open, name: 'main', port: SERVER_PORT, build: 'dist' }))
    const styleguide = { name: 'styleguide', port: STYLEGUIDE_PORT, build: 'dist-styleguide' }
    ends.push(await startServer({ ...open, ...styleguide }))
    await appoint()
  } catch (problem) {
    await stop()
    throw problem
  }
  return stop
}
