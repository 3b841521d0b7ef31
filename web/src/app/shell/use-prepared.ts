import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { whenIdle } from '#/lib/when-idle'

type Router = ReturnType<typeof useRouter>

/** Their code alone: it is not known yet which issue will be opened. */
const pages = ({ routesById }: Router, isAdmin: boolean) => [
  routesById['/_member/'],
  routesById['/_member/issues/'],
  routesById['/_member/issues/$number'],
  routesById['/_member/issues/new'],
  routesById['/_member/leaderboard/'],
  ...(isAdmin ? [routesById['/_member/review/$kind/{-$item}']] : []),
]

/** How long to wait without input before code is run that nothing waits for, in milliseconds. */
const REST = 1000

/**
 * Waits until the hands rest and the browser has nothing to do: a page's code runs for longer than a key may wait. Once
 * `left` is aborted nothing waits any more.
 */
function rest(left: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const resting = new AbortController()
    let timer = setTimeout(done, REST)
    function again() {
      clearTimeout(timer)
      timer = setTimeout(done, REST)
    }
    function done() {
      resting.abort()
      whenIdle(resolve)
    }
    function leave() {
      clearTimeout(timer)
      resting.abort()
    }
    for (const event of ['keydown', 'pointerdown']) addEventListener(event, again, { signal: resting.signal })
    left.addEventListener('abort', leave, { signal: resting.signal })
  })
}

/** Fetches the code of the other pages once a user works in the app, so that they open without a network too. */
export function usePrepared(isAdmin: boolean) {
  const router = useRouter()
  useEffect(() => {
    const leaving = new AbortController()
    async function prepare() {
      for (const page of pages(router, isAdmin)) {
        await rest(leaving.signal)
        if (leaving.signal.aborted) return
        await router.loadRouteChunk(page)?.catch(() => undefined)
      }
    }
    const begin = () => void prepare()
    for (const event of ['keydown', 'pointerdown'])
      addEventListener(event, begin, { once: true, signal: leaving.signal })
    return () => leaving.abort()
  }, [router, isAdmin])
}
