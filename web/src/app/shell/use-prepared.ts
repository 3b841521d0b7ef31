import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { whenIdle } from '#/lib/when-idle'

type Router = ReturnType<typeof useRouter>

/** Their code alone: nobody knows yet which issue will be opened. */
const pages = ({ routesById }: Router, isAdmin: boolean) => [
  routesById['/_member/'],
  routesById['/_member/issues/'],
  routesById['/_member/issues/$number'],
  routesById['/_member/issues/new'],
  routesById['/_member/leaderboard/'],
  ...(isAdmin ? [routesById['/_member/issues/triage']] : []),
]

/** How long nobody presses anything before code is run that nobody waits for, in milliseconds. */
const REST = 1000

/** Waits until the hands rest and the browser has nothing to do: a page's code runs for longer than a key may wait. */
function rest(): Promise<void> {
  return new Promise(resolve => {
    const events = ['keydown', 'pointerdown']
    let timer = setTimeout(done, REST)
    function again() {
      clearTimeout(timer)
      timer = setTimeout(done, REST)
    }
    function done() {
      for (const event of events) removeEventListener(event, again)
      whenIdle(resolve)
    }
    for (const event of events) addEventListener(event, again)
  })
}

/** Fetches the code of the other pages once a user works in the app, so that they open without a network too. */
export function usePrepared(isAdmin: boolean) {
  const router = useRouter()
  useEffect(() => {
    let current = true
    async function prepare() {
      for (const page of pages(router, isAdmin)) {
        await rest()
        if (!current) return
        await router.loadRouteChunk(page)?.catch(() => undefined)
      }
    }
    const begin = () => void prepare()
    addEventListener('pointerdown', begin, { once: true })
    addEventListener('keydown', begin, { once: true })
    return () => {
      current = false
      removeEventListener('pointerdown', begin)
      removeEventListener('keydown', begin)
    }
  }, [router, isAdmin])
}
