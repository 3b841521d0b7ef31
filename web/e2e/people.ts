import { randomUUID } from 'node:crypto'
import { addressOf, APPLICATION, MASTER_KEY, SERVER_PORT, someAddress } from './fixtures/names.ts'

const MAIN = addressOf(SERVER_PORT)

export interface Person {
  objectId: string
  username: string
  password: string
  email: string
  isAdmin: boolean
  /** Of the one session that is open. */
  sessionToken: string
}

/** Asks a server directly, past the app. */
async function ask(server: string, method: string, path: string, headers: object, body?: object) {
  const answer = await fetch(`${server}/parse/${path}`, {
    method,
    headers: {
      'X-Parse-Application-Id': APPLICATION,
      'X-Forwarded-For': someAddress(),
      'Content-Type': 'application/json',
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const said = await answer.json()
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(said)}`)
  return said
}

/** Asks with the master key. */
export const asOperator = (method: string, path: string, body?: object, server = MAIN) =>
  ask(server, method, path, { 'X-Parse-Master-Key': MASTER_KEY }, body)

/** Opens another session of a user. */
export const logIn = ({ username, password }: Pick<Person, 'username' | 'password'>, server = MAIN) =>
  ask(server, 'POST', 'login', {}, { username, password })

/** The same user with a session of a sign-in, as some changes ask for. */
export async function fresh(user: Person, server = MAIN): Promise<Person> {
  const { sessionToken } = await logIn(user, server)
  return { ...user, sessionToken }
}

/** Runs a function as a user. */
export async function runAs({ sessionToken }: Person, name: string, params: object, server = MAIN) {
  const headers = { 'X-Parse-Session-Token': sessionToken }
  return (await ask(server, 'POST', `functions/${name}`, headers, params)).result
}

/** The role mirrors who is an administrator; who writes `isAdmin` by hand writes this too. */
async function joinAdministrators(objectId: string, server: string) {
  const where = encodeURIComponent(JSON.stringify({ name: 'administrators' }))
  const { results } = await asOperator('GET', `roles?where=${where}&keys=objectId`, undefined, server)
  const user = { __type: 'Pointer', className: '_User', objectId }
  const users = { __op: 'AddRelation', objects: [user] }
  await asOperator('PUT', `roles/${results[0].objectId}`, { users }, server)
}

/** A fresh account of its own. */
export async function person({
  name = 'rin',
  isAdmin = false,
  username,
  server = MAIN,
}: {
  name?: string
  isAdmin?: boolean
  username?: string
  server?: string
} = {}) {
  const mark = randomUUID().slice(0, 6)
  const made = {
    username: username ?? `${name}-${mark}`,
    password: `a plain long phrase ${mark}`,
    email: `${name}-${mark}@example.org`,
  }
  const { objectId } = await asOperator('POST', 'users', { ...made, isAdmin }, server)
  if (isAdmin) await joinAdministrators(objectId, server)
  const { sessionToken } = await asOperator('POST', 'loginAs', { userId: objectId }, server)
  return { ...made, isAdmin, objectId, sessionToken } as Person
}

/** Ends every session of a user, as an operator would. */
export async function endSessionsOf({ objectId }: Pick<Person, 'objectId'>) {
  const user = { __type: 'Pointer', className: '_User', objectId }
  const { results } = await asOperator(
    'GET',
    `classes/_Session?where=${encodeURIComponent(JSON.stringify({ user }))}`,
  )
  for (const session of results) await asOperator('DELETE', `classes/_Session/${session.objectId}`)
}
