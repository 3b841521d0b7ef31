import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** How many rows are drawn for one frame. More are only crossed by who does not read them. */
export const AT_ONCE = 3

/**
 * Rows come into sight faster than they can be drawn when a user scrolls far at once: each waits for its turn.
 *
 * Says which of `keys` are to be drawn now, `first` before the others; what was there from the beginning is drawn at
 * once, and so is everything where `all` is wanted.
 */
export function useIncrementalRows(keys: number[], first: number | null, all: boolean): (key: number) => boolean {
  const [drawn, setDrawn] = useState<ReadonlySet<number> | null>(null)
  const waiting = keys
    .filter(key => !drawn?.has(key))
    .toSorted((one, other) => Number(other === first) - Number(one === first))
  const next = waiting.length === 0 || all ? '' : waiting.join(' ')

  useEffect(() => {
    if (next === '') return
    const frame = requestAnimationFrame(() => {
      const turn = next.split(' ').map(Number)
      // Now, before the frame is laid out: later it would be laid out again when the next scroll asks where it is.
      flushSync(() =>
        setDrawn(
          before =>
            new Set([...keys.filter(key => before?.has(key)), ...(before ? turn.slice(0, AT_ONCE) : turn)]),
        ),
      )
    })
    return () => cancelAnimationFrame(frame)
    // The waiting ones are the whole reason.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [next])

  return key => all || drawn === null || drawn.has(key)
}
