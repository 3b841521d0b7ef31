import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { clusterQuery } from '#/entities/cluster/queries'
import { pastedKind } from '#/entities/evidence/pasted'
import { evidenceQuery } from '#/entities/evidence/queries'
import { useEvidence } from '#/entities/evidence/use-live-evidence'
import type { Proposal } from '#/entities/evidence/schema'
import { useTellCircumstances } from '#/entities/evidence/use-circumstances'
import { useLookUp } from '#/entities/evidence/use-evidence'
import { networksQuery } from '#/entities/network/queries'
import { type Draft, withEvidence } from '#/features/issues/report/draft'
import { withoutPart } from '#/features/issues/report/link'
import { fillGaps } from '#/features/issues/report/propose'
import type { Change } from '#/features/issues/report/use-draft'

interface Wanted {
  draft: Draft
  build: string
  walletKind: string
  /** Whether the builds of the programme are known. */
  isReady: boolean
  set: (change: Change) => void
}

/** Looks up what was pasted into a report, and fills its gaps with what the first of it proposes. */
export function useReportLookUp({ draft, build, walletKind, isReady, set }: Wanted) {
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

  const run = (text: string, chosen?: string) =>
    lookUp.mutate(
      // An error has no hash to come back to: what is known about it goes along at once.
      { text, network: chosen, ...(pastedKind(text) === 'error' ? { build, walletKind } : {}) },
      {
        onSuccess: ({ evidence }) =>
          set(before => ({
            evidence: withEvidence(before, evidence.id),
            pasted: withoutPart(before.pasted, text),
          })),
      },
    )

  // A dapp's link is looked up without a press, once it is known which network and build it means.
  const { chain, toLookUp } = draft.link
  const networks = useQuery({ ...networksQuery, enabled: chain !== '' })
  const network = networks.data?.find(({ chainId }) => String(chainId) === chain)
  const follow = useEffectEvent(() => {
    set(({ link }) => ({ link: { ...link, toLookUp: '' } }))
    run(toLookUp, network?.id)
  })
  const mayFollow = toLookUp !== '' && isReady && (chain === '' || !networks.isPending)
  useEffect(() => {
    if (mayFollow) follow()
  }, [mayFollow])

  return {
    network: network ?? null,
    cluster: cluster ?? null,
    evidence: found?.evidence ?? null,
    isPending: lookUp.isPending,
    error: lookUp.error,
    run: (text: string) => run(text),
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
