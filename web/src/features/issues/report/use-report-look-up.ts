import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { clusterQuery } from '#/entities/cluster/queries'
import { pastedKind } from '#/entities/evidence/pasted'
import { evidenceQuery } from '#/entities/evidence/queries'
import { useEvidence } from '#/entities/evidence/use-live-evidence'
import type { Proposal } from '#/entities/evidence/schema'
import { useTellCircumstances } from '#/entities/evidence/use-circumstances'
import { useLookUp } from '#/entities/evidence/use-evidence'
import { type Draft, withEvidence } from '#/features/issues/report/draft'
import { fillGaps } from '#/features/issues/report/propose'

interface Wanted {
  draft: Draft
  build: string
  walletKind: string
  set: (change: Partial<Draft>) => void
}

/** Looks up what was pasted into a report, and fills its gaps with what the first of it proposes. */
export function useReportLookUp({ draft, build, walletKind, set }: Wanted) {
  const cache = useQueryClient()
  const lookUp = useLookUp()
  const tell = useTellCircumstances()
  const [first = ''] = draft.evidence
  const found = useEvidence(first === '' ? null : first).data
  const cluster = useInfiniteQuery({ ...clusterQuery(draft.cluster), enabled: draft.cluster !== '' }).data
    ?.pages[0]?.cluster
  const proposal: Proposal | null =
    found?.proposal ??
    (cluster
      ? { title: cluster.title, body: cluster.sentence ?? '', area: null, severityClaimed: null }
      : null)

  const fill = useEffectEvent((wanted: Proposal | null) => {
    const change = wanted && fillGaps(draft, wanted)
    if (change) set(change)
  })
  // By what it says: it comes again with each answer.
  const said = JSON.stringify(proposal)
  useEffect(() => fill(JSON.parse(said)), [said])

  return {
    cluster: cluster ?? null,
    evidence: found?.evidence ?? null,
    isPending: lookUp.isPending,
    error: lookUp.error,
    run: (text: string) =>
      lookUp.mutate(
        // An error has no hash to come back to: what is known about it goes along at once.
        { text, ...(pastedKind(text) === 'error' ? { build, walletKind } : {}) },
        { onSuccess: ({ evidence }) => set({ evidence: withEvidence(draft, evidence.id), pasted: '' }) },
      ),
    /** Says for each transaction what the form knows about it. */
    complete: () =>
      Promise.all(
        draft.evidence.map(id => {
          const known = cache.getQueryData(evidenceQuery(id).queryKey)
          return known && tell(known.evidence, { build, walletKind })
        }),
      ),
  }
}

export type ReportLookUp = ReturnType<typeof useReportLookUp>
