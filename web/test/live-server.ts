// The other end of a socket: just enough of the protocol for the SDK's own client.
import Parse from 'parse'

interface Frame {
  op: string
  requestId?: number
  sessionToken?: string
  query?: { className: string; where: object; keys?: string[]; watch?: string[] }
}

class Socket {
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onclose?: () => void
  onerror?: () => void
  isOpen = true
  token: string | undefined
  readonly subscriptions = new Map<number, NonNullable<Frame['query']>>()
  readonly address: string
  readonly server: LiveServer

  constructor(server: LiveServer, address: string) {
    this.server = server
    this.address = address
    server.sockets.push(this)
    queueMicrotask(() => (server.isUp ? this.onopen?.() : this.cut()))
  }

  send(text: string) {
    if (!this.isOpen || this.server.isDeaf) return
    const frame = JSON.parse(text) as Frame
    queueMicrotask(() => this.answer(frame))
  }

  answer({ op, requestId = 0, sessionToken, query }: Frame) {
    if (op === 'connect') {
      this.token = sessionToken
      this.say({ op: 'connected', clientId: 'c' })
    } else if (op === 'subscribe' && query) {
      const refusal = this.server.refusals[query.className]
      if (refusal) return this.say({ op: 'error', requestId, reconnect: false, ...refusal })
      this.subscriptions.set(requestId, query)
      this.say({ op: 'subscribed', requestId, clientId: 'c' })
    } else if (op === 'unsubscribe') {
      this.subscriptions.delete(requestId)
      this.say({ op: 'unsubscribed', requestId, clientId: 'c' })
    }
  }

  say(frame: object) {
    if (this.isOpen) this.onmessage?.({ data: JSON.stringify(frame) })
  }

  close() {
    this.cut()
  }

  /** Ends the connection from the outside. */
  cut() {
    if (!this.isOpen) return
    this.isOpen = false
    this.subscriptions.clear()
    this.onclose?.()
  }
}

export class LiveServer {
  sockets: Socket[] = []
  isUp = true
  /** Frames arrive, and the server does not answer. */
  isDeaf = false
  refusals: Record<string, { code: number; error: string }> = {}

  /** Makes the SDK connect here. */
  install() {
    const connect = (address: string) => new Socket(this, address)
    // Called with `new`, a function that gives an object back makes that object.
    Parse.CoreManager.setWebSocketController(function (address: string) {
      return connect(address)
    } as never)
  }

  open = () => this.sockets.filter(({ isOpen }) => isOpen)

  /** What is subscribed to on all open sockets. */
  followed = () =>
    this.open().flatMap(({ subscriptions }) => [...subscriptions.values()].map(({ className }) => className))

  /** Notifies all who subscribed to the class. */
  tell(
    op: string,
    object: { className: string; objectId: string } & Record<string, unknown>,
    original?: object,
  ) {
    for (const socket of this.open())
      for (const [requestId, { className }] of socket.subscriptions)
        if (className === object.className)
          socket.say({ op, requestId, clientId: 'c', object, ...(original ? { original } : {}) })
  }

  /** Ends the session of all who are connected, as the server does with each subscription. */
  endSessions() {
    for (const socket of this.open())
      for (const requestId of socket.subscriptions.keys())
        socket.say({ op: 'error', code: 209, error: 'Invalid session token', reconnect: false, requestId })
  }
}
