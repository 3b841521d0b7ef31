// The server as the parts of the panel see it.
import type { Config } from '../memory.ts'
import type { Start } from '../start.ts'
import { createDoor, type Door } from './door.ts'

export interface Connection extends Start {
  readonly door: Door
  /** The programme as the server describes it, or as it last did. */
  config(): Promise<Config | undefined>
  signOut(): void
}

export function createConnection(start: Start): Connection {
  const { memory } = start
  const door = createDoor(start)
  let config: Promise<Config | undefined> | undefined

  async function read(): Promise<Config | undefined> {
    try {
      const now = await door.get<Config>('config')
      memory.write({ config: now })
      if (!now.record) start.stopRecording()
      return now
    } catch {
      config = undefined
      return memory.read().config
    }
  }

  return {
    ...start,
    door,
    config: () => (config ??= read()),
    signOut() {
      const session = memory.session()
      memory.write({ session: undefined })
      if (session) door.post('session/end', { token: session.token }).catch(() => undefined)
    },
  }
}
