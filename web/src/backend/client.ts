import type { Client, Connection } from '#/backend/parse-client'
import { Code, Problem } from '#/backend/problem'

// The SDK weighs as much as React. It is fetched when a user first needs the server, never for the first paint.
let connecting: Promise<Client> | undefined
let connection: Connection | undefined
const listeners = new Set<() => void>()

/** Says where the server is. Nothing is fetched yet. */
export function setConnection(to: Connection) {
  if (connection?.applicationId === to.applicationId && connection.serverUrl === to.serverUrl) return
  connection = to
  connecting = undefined
}

/** Where the server is, as far as that was said. */
export const connectionNow = () => connection

/** The way to the server; loads the SDK on the first call. */
export function client(): Promise<Client> {
  const to = connection
  if (!to) return Promise.reject(new Error('The server was asked before a MoralisProvider said where it is.'))
  connecting ??= Promise.all([import('#/backend/parse-client'), import('#/backend/user-data')]).then(
    ([{ connectTo }, { checked }]) => checked(connectTo(to, () => listeners.forEach(tell => tell()))),
    thrown => {
      // A failed download may succeed at the next try.
      connecting = undefined
      throw new Problem(Code.connectionFailed, 'Unable to connect to the API', { cause: thrown })
    },
  )
  return connecting
}

/** Calls `listener` whenever the server says that the session is over. Returns how to stop. */
export function onSessionEnded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
