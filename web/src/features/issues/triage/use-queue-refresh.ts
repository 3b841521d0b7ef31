import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { KEYS } from '#/entities/issue/cache'

/** How long nothing is decided before the queue is asked for again, in milliseconds. */
const REST = 1000

/**
 * Asks for the queue again once the hands rest: a hundred rows that arrive between two decisions would hold up the
 * second. Anyone who leaves before that finds a fresh queue when they come back.
 */
export function useQueueRefresh(): () => void {
  const cache = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)

  const ask = useCallback(() => {
    timer.current = null
    void cache.invalidateQueries({ queryKey: KEYS.queue })
  }, [cache])

  useEffect(
    () => () => {
      if (timer.current === null) return
      clearTimeout(timer.current)
      ask()
    },
    [ask],
  )

  return useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = setTimeout(ask, REST)
  }, [ask])
}
