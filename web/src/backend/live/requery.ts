import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'

/** A query is asked for again at most once in this many milliseconds, however much happens. */
const APART = 1000
/** Everyone who looks hears of a change in the same moment: they ask a little after one another. */
const SPREAD = 250

interface Turn {
  askedAt: number
  timer: ReturnType<typeof setTimeout> | null
}

const turns = new WeakMap<QueryClient, Map<string, Turn>>()

/** What waits until the page is looked at again. */
const unseen = new Map<string, () => void>()
let isWatching = false

function whenSeen(key: string, work: () => void) {
  if (!document.hidden) return work()
  unseen.set(key, work)
  if (isWatching) return
  isWatching = true
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return
    const waiting = [...unseen.values()]
    unseen.clear()
    for (const each of waiting) each()
  })
}

/**
 * Has everything below a key be asked for again, soon: at most once a second, not in the same moment as all others, and
 * not before a page shows it. `work` is what is done instead.
 */
export function requery(
  cache: QueryClient,
  queryKey: QueryKey,
  { spread = SPREAD, apart = APART, work }: { spread?: number; apart?: number; work?: () => void } = {},
) {
  const ofCache = turns.get(cache) ?? new Map<string, Turn>()
  turns.set(cache, ofCache)
  const key = hashKey(queryKey)
  const turn = ofCache.get(key) ?? { askedAt: Number.NEGATIVE_INFINITY, timer: null }
  ofCache.set(key, turn)
  if (turn.timer !== null) return
  const wait = Math.max(0, turn.askedAt + apart - Date.now()) + Math.random() * spread
  turn.timer = setTimeout(() => {
    turn.timer = null
    turn.askedAt = Date.now()
    whenSeen(key, work ?? (() => void cache.invalidateQueries({ queryKey })))
  }, wait)
}

/** What was read before its changes were sent may be out of date, unless it is being read just now. */
export function requeryUnlessFresh(
  cache: QueryClient,
  queryKey: QueryKey,
  isJoining: boolean,
  spread = SPREAD * 4,
) {
  const read = cache.getQueryCache().findAll({ queryKey })
  const isOld = read.some(({ state: { dataUpdatedAt, fetchStatus } }) =>
    isJoining ? dataUpdatedAt > 0 && fetchStatus === 'idle' : dataUpdatedAt > 0 || fetchStatus !== 'idle',
  )
  if (isOld) requery(cache, queryKey, { spread })
}
