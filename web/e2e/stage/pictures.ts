// The servers that pictures are taken of: a programme of eight weeks, and one in which nothing has happened.
import { logIn, runAs } from '../people.ts'
import { startMailbox } from './mailbox.ts'
import { EMPTY_PORT, PASSWORD, SERVER_PORT, STYLEGUIDE_PORT } from './names.ts'
import { fillWithDemo, makeDatabase, startServer } from './server.ts'
import { startAll } from './start.ts'

/** Decisions of a demo leave nothing in the record of administrators, so somebody does a little of everything. */
async function administer() {
  const jules = await logIn({ username: 'jules', password: PASSWORD })
  const does = (name: string, params: object) => runAs(jules, name, params)
  for (const [version, value] of ['Harbour Swap', 'Touchstone Swap'].entries())
    await does('settingSet', { key: 'product.name', value, version })
  await does('settingSet', { key: 'promise.decisionDays', value: 5, version: 0, note: 'Two more hands.' })
  await does('settingSet', { key: 'security.contact', value: 'security@swap.example', version: 0 })
  await does('invitationCreate', { label: 'Conference in Lisbon', maxUses: 40, cohort: 'lisbon' })
  const { rows } = await does('people', { sort: 'points' })
  const quick = rows.find(({ isAdmin }: { isAdmin: boolean }) => !isAdmin)
  await does('userPinTrust', { user: quick.id, level: 3 })
  const prize = {
    user: quick.id,
    amount: 20_000,
    reason: 'First prize of the autumn challenge.',
    rule: 'manual',
  }
  await does('pointsAdjust', prize)
  const reason = 'The same report nine times in a row.'
  await does('userSetStatus', { user: rows.at(-1).id, status: 'limited', reason })
}

const TESTERS = 500
const settings = { TOUCHSTONE_PROGRAMME_ACCESS: 'open' }

export default () =>
  startAll(async ends => {
    ends.push(await startMailbox())
    const [full, empty] = [makeDatabase('full'), makeDatabase('empty')]
    ends.push(full.drop, empty.drop)
    fillWithDemo(full.url, TESTERS, PASSWORD)
    for (const server of [
      { name: 'full', port: SERVER_PORT, database: full.url },
      { name: 'empty', port: EMPTY_PORT, database: empty.url },
      { name: 'styleguide', port: STYLEGUIDE_PORT, database: empty.url, build: 'dist-styleguide' },
    ])
      ends.push(await startServer({ ...server, settings }))
    await administer()
  })
