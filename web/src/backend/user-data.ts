import type { Client } from '#/backend/parse-client'
import { ValidationError } from '#/backend/problem'

const PROTECTED = new Set([
  'isAdmin',
  'ethAddress',
  'accounts',
  'authData',
  'ACL',
  'sessionToken',
  'objectId',
])

/** Refuses what the server would refuse: what is not text, and what is not the user's to set. */
export function checkUserData(data: Record<string, unknown>): void {
  for (const key of ['password', 'email', 'username']) {
    if (data[key] !== undefined && typeof data[key] !== 'string') {
      throw new ValidationError(`${key} can only be a string type`)
    }
  }
  for (const key of Object.keys(data)) {
    if (PROTECTED.has(key)) throw new ValidationError(`${key} cannot be set`)
  }
}

/** A sign-up needs a name and a password that are there. */
export function checkSignUp(data: Record<string, unknown>): void {
  checkUserData(data)
  if (!data['username']) throw new ValidationError('Cannot sign up user with an empty username.')
  if (!data['password']) throw new ValidationError('Cannot sign up user with an empty password.')
}

/** The same way to the server, which sends nothing that would be refused. */
export function checked(client: Client): Client {
  const own: Pick<Client, 'logIn' | 'signUp' | 'setUserData'> = {
    logIn: async (username, password) => {
      checkUserData({ username, password })
      return client.logIn(username, password)
    },
    signUp: async registration => {
      checkSignUp({ ...registration })
      return client.signUp(registration)
    },
    setUserData: async data => {
      checkUserData({ ...data })
      return client.setUserData(data)
    },
  }
  return Object.assign(Object.create(client) as Client, own)
}
