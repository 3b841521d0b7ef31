// Reports that wait for the server, in the database of the dapp's origin. It is open only while it is read or written.
import type { Report } from '../report.ts'

const MOST = 5
const KEPT_MS = 7 * 24 * 60 * 60_000
const STORE = 'reports'

export interface Waiting {
  requestId: string
  at: number
  /** The wallet of the tester. Another tester who signs in does not send it. */
  address: string | undefined
  report: Report
  /** Why the server refused it. */
  refused?: string
}

export interface Outbox {
  /** The oldest first. */
  all(): Promise<Waiting[]>
  /** Adds a report, or replaces the one with its id. False if it cannot be kept. */
  put(waiting: Waiting): Promise<boolean>
  remove(requestId: string): Promise<void>
}

export function createOutbox(name: string): Outbox {
  async function withStore<Result>(work: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => void opening.result.createObjectStore(STORE, { keyPath: 'requestId' })
    const database = await done(opening)
    try {
      return await done(work(database.transaction(STORE, 'readwrite').objectStore(STORE)))
    } finally {
      database.close()
    }
  }

  const remove = async (requestId: string): Promise<void> =>
    void (await withStore(store => store.delete(requestId)).catch(() => undefined))

  async function all(): Promise<Waiting[]> {
    const found = await withStore<Waiting[]>(store => store.getAll()).catch(() => [])
    const oldest = Date.now() - KEPT_MS
    for (const { at, requestId } of found) if (at < oldest) await remove(requestId)
    return found.filter(({ at }) => at >= oldest).sort((one, other) => one.at - other.at)
  }

  return {
    all,
    remove,
    async put(waiting) {
      const others = (await all()).filter(({ requestId }) => requestId !== waiting.requestId)
      if (others.length >= MOST) return false
      return withStore(store => store.put(waiting)).then(
        () => true,
        () => false,
      )
    },
  }
}

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
