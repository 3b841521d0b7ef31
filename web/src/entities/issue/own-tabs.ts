// What concerns one person alone, such as a vote, no object tells of. The tab in which it happened tells the others.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { changeIssue } from '#/entities/issue/cache'
import type { IssueRow } from '#/entities/issue/schema'

interface Own {
  number: number
  said: Partial<IssueRow>
}

const NAME = 'touchstone.own-issues'

/** Tells the other tabs of the browser. */
export function tellOwnTabs(number: number, said: Partial<IssueRow>) {
  if (!('BroadcastChannel' in globalThis)) return
  const channel = new BroadcastChannel(NAME)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
  channel.postMessage({ number, said } satisfies Own)
  channel.close()
}

/** Shows what happened in the other tabs of the browser. */
export function useOwnTabs() {
  const cache = useQueryClient()
  useEffect(() => {
    if (!('BroadcastChannel' in globalThis)) return
    const channel = new BroadcastChannel(NAME)
    channel.addEventListener('message', ({ data: { number, said } }: MessageEvent<Own>) => {
      changeIssue(cache, number, () => said)
    })
    return () => channel.close()
  }, [cache])
}
