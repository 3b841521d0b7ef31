// The servers under test, on databases of their own. Gone when the tests are.
import { furnish } from './furnish.ts'
import { startMailbox } from './mailbox.ts'
import { SERVER_PORT, STYLEGUIDE_PORT } from './names.ts'
import { freePort, makeDatabase, startServer } from './server.ts'

type End = () => unknown

/** Runs what begins; if that fails, ends what had begun. Returns how to end all of it. */
export async function startAll(begin: (ends: End[]) => Promise<void>) {
  const ends: End[] = []
  async function stop() {
    for (const end of ends.toReversed()) await end()
  }
  try {
    await begin(ends)
  } catch (problem) {
    await stop()
    throw problem
  }
  return stop
}

/** The server with the app, and whoever takes its mail. */
async function startMain(ends: End[]) {
  const database = makeDatabase('main')
  ends.push(database.drop, await startMailbox())
  const open = { database: database.url, settings: { TOUCHSTONE_PROGRAMME_ACCESS: 'open' } }
  ends.push(await startServer({ ...open, name: 'main', port: SERVER_PORT }))
  await furnish()
  return open
}

/** Only the server with the app. Returns how to stop it. */
export const startAlone = () => startAll(async ends => void (await startMain(ends)))

/** Makes the database of a server that nobody has set up, for tests with a server of their own. */
async function makeTemplate(ends: End[]) {
  const template = makeDatabase('template')
  ends.push(template.drop)
  const stop = await startServer({ name: 'template', port: await freePort(), database: template.url })
  await stop()
  process.env['E2E_TEMPLATE'] = template.name
}

export default () =>
  startAll(async ends => {
    await makeTemplate(ends)
    const open = await startMain(ends)
    const styleguide = { name: 'styleguide', port: STYLEGUIDE_PORT, build: 'dist-styleguide' }
    ends.push(await startServer({ ...open, ...styleguide }))
  })
