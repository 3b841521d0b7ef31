import { useEffect, useState } from 'react'

const at = (place: string) => `touchstone.kept.${place}`
const PAUSE = 500

function read(place: string): string {
  try {
    return localStorage.getItem(at(place)) ?? ''
  } catch {
    return ''
  }
}

/** Forgets what was kept at a place. */
export const dropKept = (place: string) => localStorage.removeItem(at(place))

/** Text that survives a reload, and signing out: kept on this device while it is being written. */
export function useKept(place: string) {
  const [text, setText] = useState(() => read(place))
  useEffect(() => {
    const timer = setTimeout(() => {
      if (text) localStorage.setItem(at(place), text)
      else dropKept(place)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [place, text])
  return [text, setText] as const
}
