import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#/backend/call'
import type { Quote } from '#/entities/evidence/explanation'
import { EVIDENCE_KEYS, evidenceQuery } from '#/entities/evidence/queries'
import { type Evidence, evidenceAnswer } from '#/entities/evidence/schema'
import { KEYS } from '#/entities/issue/cache'

export interface LookUp {
  text: string
  network?: string | undefined
  build?: string | undefined
  walletKind?: string | undefined
  quote?: Partial<Quote> | undefined
}

/** Writes down what a command said; what else is known about it is asked for again at once. */
function useKeep() {
  const cache = useQueryClient()
  return ({ evidence }: { evidence: Evidence }) => {
    const { queryKey } = evidenceQuery(evidence.id)
    cache.setQueryData(
      queryKey,
      before => ({ similar: before?.similar ?? [], proposal: before?.proposal ?? null, evidence }),
      // Older than anything: a user who shows it asks for the rest.
      { updatedAt: 1 },
    )
    void cache.invalidateQueries({ queryKey })
    if (evidence.issue) void cache.invalidateQueries({ queryKey: EVIDENCE_KEYS.ofIssue(evidence.issue) })
  }
}

/** Has the server look at what was pasted. */
export function useLookUp() {
  const keep = useKeep()
  return useMutation({
    mutationFn: ({ text, ...known }: LookUp) =>
      call('evidencePreview', { text: text.trim(), ...given(known) }, evidenceAnswer),
    onSuccess: keep,
  })
}

/** Asks the network again, or another one. */
export function useRefreshEvidence(id: string) {
  const keep = useKeep()
  return useMutation({
    mutationFn: (network?: string) => call('evidenceRefresh', { id, ...given({ network }) }, evidenceAnswer),
    onSuccess: keep,
  })
}

/** Shows hash and addresses to other testers, or no longer. */
export function useShareEvidence(id: string) {
  const keep = useKeep()
  return useMutation({
    mutationFn: (share: boolean) => call('evidenceShare', { id, share }, evidenceAnswer),
    onSuccess: keep,
  })
}

/** Adds evidence to an issue of one's own. */
export function useAttachEvidence(number: number) {
  const cache = useQueryClient()
  const keep = useKeep()
  return useMutation({
    mutationFn: (id: string) => call('evidenceAttach', { id, issue: number }, evidenceAnswer),
    onSuccess: answer => {
      keep(answer)
      void cache.invalidateQueries({ queryKey: EVIDENCE_KEYS.ofIssue(number) })
      void cache.invalidateQueries({ queryKey: KEYS.one(number) })
    },
  })
}

const given = (params: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined && value !== ''))
