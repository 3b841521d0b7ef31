// The facts that outlive a page, in the storage of the dapp's origin, or in memory if that is not allowed.
import type { PartName } from './report.ts'

export interface Config {
  programme: string
  /** The address of the app. */
  address: string
  areas: readonly { key: string; label: string }[]
  signIn: { wallet: boolean }
  /** Whether reports are taken without a sign-in. */
  unsigned?: boolean
  record: boolean
}

export interface Session {
  token: string
  /** ISO 8601. */
  expiresAt: string
  name: string
  /** The wallet that signed. */
  address: string
}

export interface Facts {
  /** A random id of this browser. */
  installation?: string
  session?: Session | undefined
  config?: Config
  /** The area of the last report. */
  area?: string
  /** The parts that the tester left out last. */
  off?: readonly PartName[]
  /** What proves that reports without a sign-in came from here. */
  claims?: readonly string[]
  /** Reports wait in the queue. */
  isWaiting?: boolean
}

export interface Memory {
  read(): Facts
  write(change: Partial<Facts>): void
  /** The session, unless it has expired. */
  session(): Session | undefined
}

export function createMemory(name: string, storage: () => Storage | undefined): Memory {
  let facts: Facts = {}

  function read(): Facts {
    try {
      const text = storage()?.getItem(name)
      if (text) facts = JSON.parse(text) as Facts
    } catch {
      // The page may not use its storage.
    }
    return facts
  }

  return {
    read,
    write(change) {
      facts = { ...read(), ...change }
      try {
        storage()?.setItem(name, JSON.stringify(facts))
      } catch {
        // The storage is full or forbidden.
      }
    },
    session() {
      const { session } = read()
      return session && Date.parse(session.expiresAt) > Date.now() ? session : undefined
    },
  }
}
