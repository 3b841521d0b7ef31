import type { Follower, LiveEvent, LiveQuery, LiveSession, LiveState } from '#/backend/live/live-query'

/** One connection to the server. It comes back by itself when it is lost. */
export interface LiveSocket {
  /** `onReady` is told each time the server has taken the query, also after a loss. Returns how to stop. */
  subscribe: (query: LiveQuery, on: { event: (event: LiveEvent) => void; ready: () => void }) => () => void
  /** Resolves when the server answers anything. */
  probe: (query: LiveQuery) => Promise<void>
  close: () => void
}

export interface SocketListener {
  open: () => void
  lost: () => void
  /** The server does not want us: another attempt makes sense only later. */
  refused: () => void
  sessionEnded: () => void
}

export type OpenSocket = (session: LiveSession, on: SocketListener) => LiveSocket

/** How long a query is followed after the last one has left: pages come and go. */
const LINGER = 30_000
/** More than this many are not kept for nobody: the server has a limit. */
const MOST = 30
const TICK = 30_000
/** A clock that jumps by more than this was asleep, and the connection with it. Hidden pages get a tick a minute. */
const SLEPT = 120_000
/** After this much silence the server is asked whether it is there. */
const SILENCE = 60_000
/** The same when a user comes back, or the network does. */
const SILENCE_ON_CHECK = 15_000
const ANSWER_WITHIN = 5000
const TRY_AGAIN_AFTER = 60_000

interface Line {
  query: LiveQuery
  followers: Set<Follower>
  isReady: boolean
  stop: () => void
  ending: ReturnType<typeof setTimeout> | null
}

interface Listener {
  state: (state: LiveState) => void
  sessionEnded: () => void
}

/**
 * What is followed within one session: each query once, however many follow it, on one socket that is open while
 * anything is.
 */
export function newSubscriptions(openSocket: OpenSocket, session: LiveSession, listener: Listener) {
  const lines = new Map<string, Line>()
  let socket: LiveSocket | null = null
  let state: LiveState = 'idle'
  let heardAt = 0
  let tickedAt = 0
  let ticking: ReturnType<typeof setInterval> | null = null
  let retrying: ReturnType<typeof setTimeout> | null = null
  let isProbing = false

  function setState(next: LiveState) {
    if (state === next) return
    state = next
    listener.state(next)
  }

  function connect() {
    if (socket) return
    setState('lost')
    tickedAt = Date.now()
    ticking ??= setInterval(tick, TICK)
    // What an abandoned socket still says is nobody's.
    const current = (say: () => void) => () => {
      if (socket === mine) say()
    }
    const mine: LiveSocket = openSocket(session, {
      open: current(() => {
        heardAt = Date.now()
        setState('open')
      }),
      lost: current(onLost),
      refused: current(() => {
        disconnect()
        setState('lost')
        retrying = setTimeout(restart, TRY_AGAIN_AFTER)
      }),
      sessionEnded: current(() => {
        close()
        listener.sessionEnded()
      }),
    })
    socket = mine
    for (const line of lines.values()) subscribe(line)
  }

  function onLost() {
    for (const line of lines.values()) line.isReady = false
    setState('lost')
  }

  function subscribe(line: Line) {
    const on = socket
    if (!on) return
    line.stop = on.subscribe(line.query, {
      event: event => {
        if (socket !== on) return
        heardAt = Date.now()
        for (const follower of line.followers) follower.onEvent(event)
      },
      ready: () => {
        if (socket !== on) return
        heardAt = Date.now()
        line.isReady = true
        for (const follower of line.followers) follower.onReady?.(false)
      },
    })
  }

  function disconnect() {
    const old = socket
    socket = null
    if (retrying !== null) clearTimeout(retrying)
    retrying = null
    for (const line of lines.values()) line.isReady = false
    old?.close()
  }

  function restart() {
    disconnect()
    if (lines.size > 0) connect()
  }

  /** Ends everything; a switchboard that is closed is not opened again. */
  function close() {
    for (const { ending } of lines.values()) if (ending !== null) clearTimeout(ending)
    lines.clear()
    rest()
  }

  function rest() {
    disconnect()
    if (ticking !== null) clearInterval(ticking)
    ticking = null
    setState('idle')
  }

  function drop(key: string, line: Line) {
    if (line.ending !== null) clearTimeout(line.ending)
    lines.delete(key)
    if (lines.size === 0) return rest()
    line.stop()
  }

  /** Of those that nobody follows, the ones that were begun first leave first. */
  function makeRoom() {
    for (const [key, line] of lines) if (lines.size > MOST && line.ending !== null) drop(key, line)
  }

  function tick() {
    const now = Date.now()
    const slept = now - tickedAt > SLEPT
    tickedAt = now
    if (slept) restart()
    else probeAfter(SILENCE)
  }

  function probeAfter(silence: number) {
    const [line] = lines.values()
    const probed = socket
    if (!line || !probed || state !== 'open' || isProbing || Date.now() - heardAt < silence) return
    isProbing = true
    const late = new Promise<never>((_, reject) => setTimeout(reject, ANSWER_WITHIN))
    Promise.race([probed.probe(line.query), late])
      .then(
        () => {
          heardAt = Date.now()
        },
        () => {
          if (socket === probed && state === 'open') restart()
        },
      )
      .finally(() => {
        isProbing = false
      })
  }

  return {
    state: () => state,

    follow(query: LiveQuery, follower: Follower): () => void {
      const key = JSON.stringify([query.className, query.where ?? {}, query.keys, query.watch])
      const known = lines.get(key)
      const line = known ?? {
        query,
        followers: new Set(),
        isReady: false,
        stop: () => undefined,
        ending: null,
      }
      if (line.ending !== null) clearTimeout(line.ending)
      line.ending = null
      line.followers.add(follower)
      if (!known) {
        lines.set(key, line)
        makeRoom()
        if (socket) subscribe(line)
      }
      connect()
      if (line.isReady) follower.onReady?.(true)

      return () => {
        if (!line.followers.delete(follower) || line.followers.size > 0 || lines.get(key) !== line) return
        line.ending = setTimeout(() => drop(key, line), LINGER)
        makeRoom()
      }
    },

    check: () => probeAfter(SILENCE_ON_CHECK),
    close,
  }
}

export type Subscriptions = ReturnType<typeof newSubscriptions>
