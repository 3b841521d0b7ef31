import { useEffect, useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { readForUser, writeForUser } from '#/lib/user-storage'

const PAUSE = 500

/**
 * Text that survives a reload, and signing out: kept on this device while it is being written, for the person who wrote
 * it. `drop` forgets it.
 */
export function useDraftText(name: string) {
  const { user, expired } = useMoralis()
  const owner = (user ?? expired)?.objectId ?? ''
  const place = `kept.${name}`
  const [text, setText] = useState(() => readForUser(owner, place) ?? '')
  useEffect(() => {
    const timer = setTimeout(() => writeForUser(owner, place, text || null), PAUSE)
    return () => clearTimeout(timer)
  }, [owner, place, text])
  return [text, setText, () => writeForUser(owner, place, null)] as const
}
