import { useEffect, useEffectEvent, useState } from 'react'
import { secondsUntil } from '#/lib/seconds-until'

const TICK = 500

/** Counts the seconds down to a moment, in milliseconds since the epoch, and says when it has come. */
export function useSecondsLeft(moment: number | undefined, onOver?: () => void): number {
  const [now, setNow] = useState(Date.now)
  const over = useEffectEvent(() => onOver?.())
  useEffect(() => {
    if (moment === undefined) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() < moment) return
      clearInterval(timer)
      over()
    }, TICK)
    return () => clearInterval(timer)
  }, [moment])
  return moment === undefined ? 0 : secondsUntil(moment, now)
}
