// What can be followed, what is sent about it, and what tabs and the holder of the socket say to each other.

/** The objects of a class that a filter matches, and which of their fields are sent. */
export interface LiveQuery {
  className: string
  where?: Record<string, unknown>
  /** Without them all fields. */
  keys?: string[]
  /** Only changes of these fields are sent. */
  watch?: string[]
}

export type LiveOp = 'create' | 'enter' | 'update' | 'leave' | 'delete'
export const OPS = ['create', 'enter', 'update', 'leave', 'delete'] as const satisfies LiveOp[]

/** An object as the server writes it. */
export type LiveObject = Record<string, unknown> & { objectId: string }

export interface LiveEvent {
  op: LiveOp
  object: LiveObject
  /** As it was before, where the server says so. */
  original?: LiveObject
}

/** Who follows a query. */
export interface Follower {
  onEvent: (event: LiveEvent) => void
  /**
   * From now on every change is sent, so what was read before may be out of date. It comes again after each loss of
   * the connection. `isJoining`: others have followed the query already, and what is being read now is fresh.
   */
  onReady?: (isJoining: boolean) => void
}

/** Whose eyes the socket sees with. */
export interface LiveSession {
  /** Of the socket. */
  address: string
  applicationId: string
  javascriptKey?: string | undefined
  token: string
}

/** `idle`: nothing is followed. `lost`: something is, and there is no connection. */
export type LiveState = 'idle' | 'open' | 'lost'

/** From a tab to the holder of the socket. */
export type Request =
  | { type: 'session'; session: LiveSession | null }
  | { type: 'follow'; id: number; query: LiveQuery }
  | { type: 'stop'; id: number }
  /** A user is back, or the network: is the connection still one? */
  | { type: 'check' }
  | { type: 'leave' }

/** From the holder of the socket to a tab. */
export type Notice =
  | { type: 'event'; id: number; event: LiveEvent }
  | { type: 'ready'; id: number; isJoining: boolean }
  | { type: 'state'; state: LiveState }
  /** The server no longer takes the session. */
  | { type: 'session ended' }

/** The way to the holder of the socket, be it in a worker or in the page. */
export interface Link {
  send: (request: Request) => void
  listen: (listener: (notice: Notice) => void) => void
}
