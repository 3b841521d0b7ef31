import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import {
  type Draft,
  dropDraft,
  emptyDraft,
  isEmpty,
  keepDraft,
  readDraft,
} from '#/features/issues/report/draft'

const EVERY = 2000

/** The report being written. Kept on the device two seconds after the last change, and when the page goes away. */
export function useDraft(title: string | undefined) {
  const { user, expired } = useMoralis()
  const owner = (user ?? expired)?.objectId ?? ''
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = readDraft(owner)
    return title && kept.title === '' ? { ...kept, title } : kept
  })
  const [savedAt, setSavedAt] = useState<Date | null>(null)

  useEffect(() => {
    if (isEmpty(draft)) return
    const timer = setTimeout(() => {
      keepDraft(owner, draft)
      setSavedAt(new Date())
    }, EVERY)
    return () => clearTimeout(timer)
  }, [owner, draft])

  const newest = useRef(draft)
  useEffect(() => {
    newest.current = draft
  })
  const keepNow = useEffectEvent(() => keepDraft(owner, draft))
  useEffect(() => {
    addEventListener('pagehide', keepNow)
    return () => removeEventListener('pagehide', keepNow)
  }, [])

  return {
    draft,
    savedAt,
    set: (change: Partial<Draft>) => setDraft(before => ({ ...before, ...change })),
    // The same with every letter: what stands around the report is not drawn with it.
    keepNow: () => keepDraft(owner, newest.current),
    drop: () => {
      setDraft(emptyDraft())
      dropDraft(owner)
    },
  }
}
