import { useEffect, useState, useSyncExternalStore } from 'react'
import { liveState, watchLiveState } from '#/backend/live/live'

/** Whether changes are being told at this moment. */
export const useIsLive = () => useSyncExternalStore(watchLiveState, () => liveState() === 'open')

const isLost = () => liveState() === 'lost'

/** Whether the connection has been lost for longer than `patience` milliseconds. */
export function useIsLost(patience: number): boolean {
  const lost = useSyncExternalStore(watchLiveState, isLost)
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!lost) return
    const timer = setTimeout(() => setLong(true), patience)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [lost, patience])
  return lost && isLong
}
