import { useEffect, useState } from 'react'

/** Whole seconds from `now` to a moment, never below none. Both are milliseconds since the epoch. */
export const secondsUntil = (moment: number, now: number) => Math.max(0, Math.ceil((moment - now) / 1000))

/** Counts the seconds down to a moment, and renders at each of them. */
export function useSecondsLeft(moment: number | undefined): number {
  const [now, setNow] = useState(Date.now)
  const left = moment === undefined ? 0 : secondsUntil(moment, now)
  useEffect(() => {
    if (moment === undefined || left === 0) return
    const timer = setTimeout(() => setNow(Date.now()), 1000)
    return () => clearTimeout(timer)
  }, [moment, left])
  return left
}
