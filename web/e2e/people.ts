import { randomUUID } from 'node:crypto'
import { APPLICATION, MASTER_KEY, SERVER_PORT } from './stage/names.ts'

const SERVER = `http://127.0.0.1:${SERVER_PORT}/parse`

export interface Person {
  objectId: string
  username: string
  password: string
  email: string
}

/** Asks the server directly, past the app, with the master key. */
export async function asOperator(method: string, path: string, body?: object) {
  const answer = await fetch(`${SERVER}/${path}`, {
    method,
    headers: {
      'X-Parse-Application-Id': APPLICATION,
      'X-Parse-Master-Key': MASTER_KEY,
      'Content-Type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const said = await answer.json()
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(said)}`)
  return said
}

/** A fresh account that nobody else uses. */
export async function person({
  name = 'rin',
  isAdmin = false,
  username,
}: {
  name?: string
  isAdmin?: boolean
  username?: string
} = {}) {
  const mark = randomUUID().slice(0, 6)
  const made = {
    username: username ?? `${name}-${mark}`,
    password: `a plain long phrase ${mark}`,
    email: `${name}-${mark}@example.org`,
  }
  const { objectId } = await asOperator('POST', 'users', { ...made, isAdmin })
  return { ...made, objectId } as Person
}

/** Ends every session of somebody, as an operator would. */
export async function endSessionsOf({ objectId }: Person) {
  const user = { __type: 'Pointer', className: '_User', objectId }
  const { results } = await asOperator(
    'GET',
    `classes/_Session?where=${encodeURIComponent(JSON.stringify({ user }))}`,
  )
  for (const session of results) await asOperator('DELETE', `classes/_Session/${session.objectId}`)
}
