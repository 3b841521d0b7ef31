// What the page follows. The worker, or the SDK if there is none, is fetched when the page stands: nothing waits for it.
import { client as server, connectionNow } from '#/backend/client'
import { type LiveClient, newLiveClient } from '#/backend/live/live-client'
import type { Follower, LiveQuery, LiveSession, LiveState } from '#/backend/live/live-query'
import { storedToken } from '#/backend/live/stored-token'
import { storageKey } from '#/backend/stored-user'
import { whenIdle } from '#/lib/when-idle'

type Live = Pick<LiveClient, 'follow' | 'setSession'>

let starting: Promise<Live> | undefined
let state: LiveState = 'idle'
const watchers = new Set<() => void>()

/** Whether changes are being told. */
export const liveState = () => state
export function watchLiveState(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function setState(next: LiveState) {
  state = next
  document.documentElement.dataset['live'] = next
  for (const watcher of watchers) watcher()
}

/** The address of the socket: that of the server, by the other scheme. */
export function socketAddress(serverUrl: string, page: string): string {
  const address = new URL(serverUrl, page)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return address.href
}

function sessionNow(): LiveSession | null {
  const connection = connectionNow()
  const token = connection && storedToken(connection.applicationId)
  if (!connection || !token) return null
  const { applicationId, serverUrl, javascriptKey } = connection
  return { applicationId, javascriptKey, token, address: socketAddress(serverUrl, location.href) }
}

async function openLink() {
  if ('SharedWorker' in globalThis) {
    try {
      return await (await import('#/backend/live/worker-link')).workerLink()
    } catch {
      // Some browsers have it and do not let it run; then each tab has a socket.
    }
  }
  return (await import('#/backend/live/links')).pageLink()
}

const idle = () => new Promise<void>(resolve => whenIdle(resolve))

async function start(): Promise<Live> {
  await idle()
  const link = await openLink()
  const client = newLiveClient(link, { state: setState, sessionEnded: () => void doubt(client) })
  client.setSession(sessionNow())
  addEventListener('storage', ({ key }) => {
    const connection = connectionNow()
    if (connection && key === storageKey(connection.applicationId)) client.setSession(sessionNow())
  })
  addEventListener('online', client.check)
  document.addEventListener('visibilitychange', () => !document.hidden && client.check())
  addEventListener('pagehide', client.leave)
  addEventListener('pageshow', ({ persisted }) => persisted && client.rejoin())
  return client
}

const SOON = 1000

/**
 * The server no longer takes the session. It may have been replaced by another a moment ago; otherwise the server is
 * asked, and a session that is really over asks its user to sign in again.
 */
async function doubt(client: LiveClient) {
  setState('lost')
  await new Promise(resolve => setTimeout(resolve, SOON))
  try {
    if (sessionNow()) await (await server()).confirm()
  } catch {
    // Said where a session is judged.
  }
  client.setSession(sessionNow())
}

function live(): Promise<Live> {
  starting ??= start()
  return starting
}

/** Follows a query until it is stopped. */
export function follow(query: LiveQuery, follower: Follower): () => void {
  let isOver = false
  let stop = () => {
    isOver = true
  }
  live().then(
    client => {
      if (!isOver) stop = client.follow(query, follower)
    },
    // Neither a worker nor the SDK came: the page works, and is not told of changes.
    () => {
      starting = undefined
    },
  )
  return () => stop()
}

/** Who is signed in may have changed, or may no longer be. */
export function renewLiveSession(isSignedIn: boolean) {
  if (starting)
    void starting.then(
      client => client.setSession(isSignedIn ? sessionNow() : null),
      () => undefined,
    )
}

/** For tests: follows with `client` instead, and forgets what was. */
export function setLive(client: Live, next: LiveState = 'idle') {
  starting = Promise.resolve(client)
  setState(next)
}
