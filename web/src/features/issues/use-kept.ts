import { useEffect, useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { readOwn, writeOwn } from '#/lib/own-storage'

const PAUSE = 500

/**
 * Text that survives a reload, and signing out: kept on this device while it is being written, for the person who wrote
 * it. `drop` forgets it.
 */
export function useKept(name: string) {
  const { user, expired } = useMoralis()
  const owner = (user ?? expired)?.objectId ?? ''
  const place = `kept.${name}`
  const [text, setText] = useState(() => readOwn(owner, place) ?? '')
  useEffect(() => {
    const timer = setTimeout(() => writeOwn(owner, place, text || null), PAUSE)
    return () => clearTimeout(timer)
  }, [owner, place, text])
  return [text, setText, () => writeOwn(owner, place, null)] as const
}
