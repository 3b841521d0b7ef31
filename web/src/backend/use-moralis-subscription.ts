import { type DependencyList, useEffect, useRef } from 'react'
import { client } from '#/backend/client'
import { follow } from '#/backend/live/live'
import type { LiveObject, LiveOp } from '#/backend/live/live-query'
import type { QueryBuilder } from '#/backend/parse-client'

type Handler = (object: LiveObject) => void

interface Options {
  onCreate?: Handler
  onUpdate?: Handler
  onEnter?: Handler
  onLeave?: Handler
  onDelete?: Handler
  enabled?: boolean
}

const HANDLERS = {
  create: 'onCreate',
  update: 'onUpdate',
  enter: 'onEnter',
  leave: 'onLeave',
  delete: 'onDelete',
} as const satisfies Record<LiveOp, keyof Options>

/**
 * Tells what happens to the objects of a class, or to those that `map` narrows the query to. `map` is asked again when
 * one of `dependencies` changes. Handlers are given plain objects.
 */
export function useMoralisSubscription(
  className: string,
  map: (query: QueryBuilder) => QueryBuilder = query => query,
  dependencies: DependencyList = [],
  { enabled = true, ...handlers }: Options = {},
): void {
  const latest = useRef({ map, handlers })
  useEffect(() => {
    latest.current = { map, handlers }
  })

  useEffect(() => {
    if (!enabled) return
    let isOver = false
    let stop = () => {
      isOver = true
    }
    client().then(
      server => {
        if (isOver) return
        stop = follow(server.liveQuery(className, latest.current.map), {
          onEvent: ({ op, object }) => latest.current.handlers[HANDLERS[op]]?.(object),
        })
      },
      // Without the SDK nothing can be followed; the next change of a dependency tries again.
      () => undefined,
    )
    return () => stop()
    // The dependencies are the caller's.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [className, enabled, ...dependencies])
}
