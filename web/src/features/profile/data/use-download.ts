import { useEffect, useRef, useState } from 'react'
import { type Problem, problemFrom } from '#/backend/problem'
import { readPart } from '#/features/profile/data/api'
import { collect, fileOf, type Progress } from '#/features/profile/data/collect'
import { saveText } from '#/lib/save-text'

export type Download =
  | { state: 'idle' | 'saved' }
  | { state: 'reading'; progress: Progress | null }
  | { state: 'failed'; problem: Problem }

/** Collects everything that is kept about the reader and saves it as a file. Leaving the page gives it up. */
export function useDownload(username: string) {
  const [download, setDownload] = useState<Download>({ state: 'idle' })
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start() {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    setDownload({ state: 'reading', progress: null })
    try {
      const lists = await collect(readPart, progress => setDownload({ state: 'reading', progress }), signal)
      saveText(
        `touchstone-${username}.json`,
        'application/json',
        fileOf(username, lists, new Date(), location.origin),
      )
      setDownload({ state: 'saved' })
    } catch (thrown) {
      if (!signal.aborted) setDownload({ state: 'failed', problem: problemFrom(thrown) })
    }
  }
  return { download, start }
}
