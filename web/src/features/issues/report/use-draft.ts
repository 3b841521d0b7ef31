import { useEffect, useEffectEvent, useState } from 'react'
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
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = readDraft()
    return title && kept.title === '' ? { ...kept, title } : kept
  })
  const [savedAt, setSavedAt] = useState<Date | null>(null)

  useEffect(() => {
    if (isEmpty(draft)) return
    const timer = setTimeout(() => {
      keepDraft(draft)
      setSavedAt(new Date())
    }, EVERY)
    return () => clearTimeout(timer)
  }, [draft])

  const keepNow = useEffectEvent(() => keepDraft(draft))
  useEffect(() => {
    addEventListener('pagehide', keepNow)
    return () => removeEventListener('pagehide', keepNow)
  }, [])

  return {
    draft,
    savedAt,
    set: (change: Partial<Draft>) => setDraft(before => ({ ...before, ...change })),
    keepNow: () => keepDraft(draft),
    drop: () => {
      setDraft(emptyDraft())
      dropDraft()
    },
  }
}
