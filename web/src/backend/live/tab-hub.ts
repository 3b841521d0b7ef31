import type { LiveQuery, LiveSession, Notice, Request } from '#/backend/live/live-query'
import { newSubscriptions, type OpenSocket, type Subscriptions } from '#/backend/live/subscriptions'

/** One tab, as the exchange sees it. */
interface Tab {
  session: LiveSession | null
  follows: Map<number, { query: LiveQuery; stop: () => void }>
  tell: (notice: Notice) => void
}

const isSame = (one: LiveSession, other: LiveSession) =>
  one.token === other.token && one.address === other.address && one.applicationId === other.applicationId

/**
 * Where the tabs of a browser come together. They share the socket of whoever signed in last; a tab that is still at
 * another session is told nothing.
 */
export function newTabHub(openSocket: OpenSocket) {
  const tabs = new Set<Tab>()
  let current: { session: LiveSession; board: Subscriptions } | null = null

  const isCurrent = ({ session }: Tab) =>
    current !== null && session !== null && isSame(current.session, session)
  const tellCurrent = (notice: Notice) => {
    for (const tab of tabs) if (isCurrent(tab)) tab.tell(notice)
  }

  function open(session: LiveSession) {
    current?.board.close()
    const board = newSubscriptions(openSocket, session, {
      state: state => current?.board === board && tellCurrent({ type: 'state', state }),
      sessionEnded: () => {
        if (current?.board !== board) return
        tellCurrent({ type: 'session ended' })
        current = null
      },
    })
    current = { session, board }
  }

  function attach(tab: Tab, id: number, query: LiveQuery) {
    const stop =
      current && isCurrent(tab)
        ? current.board.follow(query, {
            onEvent: event => tab.tell({ type: 'event', id, event }),
            onReady: isJoining => tab.tell({ type: 'ready', id, isJoining }),
          })
        : () => undefined
    tab.follows.set(id, { query, stop })
  }

  function detach(tab: Tab) {
    for (const { stop } of tab.follows.values()) stop()
  }

  function setSession(tab: Tab, session: LiveSession | null) {
    if (session && tab.session && isSame(session, tab.session) && isCurrent(tab)) return
    // A user who signs out does so everywhere.
    const signsOut = session === null && isCurrent(tab)
    detach(tab)
    tab.session = session
    if (signsOut) {
      current?.board.close()
      current = null
    }
    if (session && !(current && isSame(current.session, session))) open(session)
    tab.tell({ type: 'state', state: current && isCurrent(tab) ? current.board.state() : 'idle' })
    for (const [id, { query }] of tab.follows) attach(tab, id, query)
  }

  return {
    /** A tab comes. Returns how it is heard. */
    join(tell: (notice: Notice) => void): (request: Request) => void {
      const tab: Tab = { session: null, follows: new Map(), tell }
      return request => {
        // One that has left may come back: a page that was kept while another was shown.
        if (request.type !== 'leave') tabs.add(tab)
        switch (request.type) {
          case 'session':
            return setSession(tab, request.session)
          case 'follow':
            tab.follows.get(request.id)?.stop()
            return attach(tab, request.id, request.query)
          case 'stop':
            tab.follows.get(request.id)?.stop()
            tab.follows.delete(request.id)
            return
          case 'check':
            return current?.board.check()
          case 'leave':
            detach(tab)
            tab.follows.clear()
            tab.session = null
            tabs.delete(tab)
        }
      }
    },
  }
}

export type TabHub = ReturnType<typeof newTabHub>
