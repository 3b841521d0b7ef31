import { useQueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '#/backend/live/live-query'
import { requery, requeryUnlessFresh } from '#/backend/live/requery'
import { useLive } from '#/backend/live/use-live'
import { EVIDENCE_KEYS } from '#/entities/evidence/queries'
import { KEYS } from '#/entities/issue/cache'
import { ofIssue, showChange } from '#/entities/issue/live'

const PROOF = ['evidenceCount', 'proofCount'] as const

/** Keeps the page of one issue as the issue is now. `onChange` is called before something of it changes. */
export function useLiveIssue(id: string, number: number, onChange: () => void) {
  const cache = useQueryClient()
  const ask = (...keys: (readonly unknown[])[]) => {
    onChange()
    for (const key of keys) requery(cache, key)
  }
  const view = KEYS.one(number)
  const timeline = KEYS.timelines(number)
  const proof = EVIDENCE_KEYS.ofIssue(number)
  const readAgain = (key: readonly unknown[]) => (isJoining: boolean) => {
    onChange()
    requeryUnlessFresh(cache, key, isJoining)
  }

  useLive(
    { className: 'Issue', where: { objectId: id } },
    {
      onEvent: (event: LiveEvent) => {
        showChange(cache, event)
        ask(view)
        if (PROOF.some(count => event.object[count] !== event.original?.[count])) ask(proof)
      },
      onReady: readAgain(view),
    },
  )
  useLive(ofIssue('IssueEvent', id), {
    onEvent: () => ask(timeline, view),
    onReady: readAgain(timeline),
  })
  useLive(ofIssue('Comment', id), { onEvent: () => ask(timeline, view) })
  useLive(ofIssue('FixCheck', id), { onEvent: () => ask(view) })
  useLive(ofIssue('Evidence', id), { onEvent: () => ask(proof), onReady: readAgain(proof) })
}
