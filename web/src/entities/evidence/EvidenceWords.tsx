import { Trans } from '@lingui/react/macro'
import { Check, Clock, Loader, SearchX, ShieldCheck, WifiOff, X } from 'lucide-react'
import type { Evidence } from '#/entities/evidence/schema'
import { shortHash } from '#/lib/hash'

const ROUND = 'grid size-6 flex-none place-items-center rounded-full'

/** How it ended, as a sign. */
export function EvidenceSign({ evidence: { state, explanation } }: { evidence: Evidence }) {
  const glyph = { size: 14, strokeWidth: 1.9, 'aria-hidden': true } as const
  if (state === 'queued' || state === 'fetching')
    return (
      <span className={`${ROUND} bg-active text-ink-2`}>
        <Loader {...glyph} className="animate-spin motion-reduce:animate-none" />
      </span>
    )
  if (state === 'waiting')
    return (
      <span className={`${ROUND} bg-active text-ink-2`}>
        <Clock {...glyph} />
      </span>
    )
  if (state === 'not_found')
    return (
      <span className={`${ROUND} bg-warning-wash text-warning`}>
        <SearchX {...glyph} />
      </span>
    )
  if (state === 'failed')
    return (
      <span className={`${ROUND} bg-warning-wash text-warning`}>
        <WifiOff {...glyph} />
      </span>
    )
  if (explanation?.chainStatus === 'success' && !explanation.failureClass)
    return (
      <span className={`${ROUND} bg-success-wash text-success`}>
        <Check {...glyph} />
      </span>
    )
  return explanation?.verdict === 'expected' ? (
    <span className={`${ROUND} bg-success-wash text-success`}>
      <ShieldCheck {...glyph} />
    </span>
  ) : (
    <span className={`${ROUND} bg-danger-wash text-danger`}>
      <X {...glyph} />
    </span>
  )
}

/** What became of it, in one sentence. */
export function EvidenceWords({
  evidence: { state, kind, txHash, network, explanation },
}: {
  evidence: Evidence
}) {
  const name = network?.name
  switch (state) {
    case 'queued':
    case 'fetching':
      return txHash ? <Trans>Reading {shortHash(txHash)}</Trans> : <Trans>Reading the transaction</Trans>
    case 'waiting':
      return <Trans>Not mined yet.</Trans>
    case 'not_found':
      return name ? <Trans>Not found on {name}.</Trans> : <Trans>Not found on any network.</Trans>
    case 'failed':
      return name ? (
        <Trans>Our node for {name} is not responding.</Trans>
      ) : (
        <Trans>Our nodes are not responding.</Trans>
      )
    default:
      if (explanation?.sentence) return explanation.sentence
      if (explanation?.chainStatus === 'success') return <Trans>The transaction went through.</Trans>
      if (kind === 'quote_only') return <Trans>A quote without a transaction.</Trans>
      return <Trans>It failed with an unknown error.</Trans>
  }
}
