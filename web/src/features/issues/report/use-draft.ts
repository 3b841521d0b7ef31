import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import {
  type Draft,
  dropDraft,
  emptyDraft,
  isEmpty,
  keepDraft,
  readDraft,
  withEvidence,
} from '#/features/issues/report/draft'
import type { DappLink } from '#/features/issues/report/dapp-link'
import { startFor, withLink } from '#/features/issues/report/link'

const EVERY = 2000

/** What an address brings along for a report. */
interface Brought extends DappLink {
  title?: string | undefined
  evidence?: string | undefined
  cluster?: string | undefined
}

/** Words that were brought along where another title stands already: they go below what is written. */
const below = ({ title, body }: Draft, words: string): string =>
  title === words || body.includes(words) ? body : body === '' ? words : `${body.trimEnd()}\n\n${words}`

/** What was being written, with what the address brings: if there is a gap for it, else below. */
export function begin(before: Draft, { title, evidence, cluster, ...link }: Brought): Draft {
  const kept = startFor(before, link)
  const begun = {
    ...kept,
    ...(title ? (kept.title === '' ? { title } : { body: below(kept, title) }) : {}),
    ...(evidence ? { evidence: withEvidence(kept, evidence), way: 'error' as const } : {}),
    ...(cluster ? { cluster, way: 'error' as const } : {}),
  }
  return withLink(begun, link)
}

/** A change of a draft; a function, if it depends on what the draft says by then. */
export type Change = Partial<Draft> | ((before: Draft) => Partial<Draft>)

/** The report being written. Kept on the device two seconds after the last change, and when the page goes away. */
export function useDraft(brought: Brought) {
  const { user, expired } = useMoralis()
  const owner = (user ?? expired)?.objectId ?? ''
  const [draft, setDraft] = useState<Draft>(() => begin(readDraft(owner), brought))
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
    set: (change: Change) =>
      setDraft(before => ({ ...before, ...(typeof change === 'function' ? change(before) : change) })),
    // The same with every letter: what stands around the report is not drawn with it.
    keepNow: () => keepDraft(owner, newest.current),
    drop: () => {
      setDraft(emptyDraft())
      dropDraft(owner)
    },
  }
}
