import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { LiveObject } from '#/backend/live/live-query'
import { requery, requeryUnlessFresh } from '#/backend/live/requery'
import { useLive } from '#/backend/live/use-live'
import { useIsLive } from '#/backend/live/use-live-state'
import { evidenceQuery, untoldEvidenceQuery } from '#/entities/evidence/queries'
import { evidence, type EvidenceView, isSettled } from '#/entities/evidence/schema'

const progress = v.pick(evidence, ['state', 'steps'])

/** How far a look-up is by the events about it; the rest is asked for. */
export function withProgress(view: EvidenceView, object: LiveObject): EvidenceView {
  const told = v.safeParse(progress, object)
  // What is settled is shown when all of it is there.
  if (!told.success || isSettled({ ...view.evidence, ...told.output })) return view
  return { ...view, evidence: { ...view.evidence, ...told.output } }
}

/** One piece of evidence, followed while a page shows it. */
export function useEvidence(id: string | null) {
  const cache = useQueryClient()
  const isLive = useIsLive()
  const { queryKey } = evidenceQuery(id ?? '')
  useLive(id === null ? null : { className: 'Evidence', where: { objectId: id } }, {
    onEvent: ({ object }) => {
      const isUnderWay = object['state'] === 'queued' || object['state'] === 'fetching'
      if (!isUnderWay) return requery(cache, queryKey, { spread: 0 })
      cache.setQueryData(queryKey, before => before && withProgress(before, object))
    },
    // Its owner alone waits for it: no user asks at the same time.
    onReady: isJoining => requeryUnlessFresh(cache, queryKey, isJoining, 0),
  })
  const asked = isLive ? evidenceQuery(id ?? '') : untoldEvidenceQuery(id ?? '')
  return useQuery({ ...asked, enabled: id !== null })
}
