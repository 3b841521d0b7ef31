// The session of a tester and the id of this installation, kept between visits.

/** A part of `localStorage`. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export interface StoredSession {
  readonly installation: string
  session: string | undefined
}

/** Keeps both in a store, and in memory if the store fails, as it does in some private windows. */
export function createStoredSession(store: Store | undefined, application: string): StoredSession {
  const name = (part: string) => `touchstone/${application}/${part}`
  const read = (part: string): string | undefined => attempt(() => store?.getItem(name(part))) ?? undefined
  const write = (part: string, value: string | undefined): void =>
    attempt(() => (value === undefined ? store?.removeItem(name(part)) : store?.setItem(name(part), value)))

  const installation = read('installation') ?? crypto.randomUUID()
  write('installation', installation)
  let session = read('session')
  return {
    installation,
    get session() {
      return session
    },
    set session(value) {
      session = value
      write('session', value)
    },
  }
}

/** The store of the browser, if there is one that may be used. */
export const browserStore = (): Store | undefined => attempt(() => globalThis.localStorage)

function attempt<T>(of: () => T): T | undefined {
  try {
    return of()
  } catch {
    return undefined
  }
}
