import { Trans } from '@lingui/react/macro'
import { figure } from '#/lib/number'
import type { TriageCase } from '#/features/issues/model'
import { Facts } from '#/ui/Facts'

/** What accepting would pay, and to whom, before a decision. */
export function WouldPay({ of, waiting }: { of: Pick<TriageCase, 'wouldPay'>; waiting: boolean }) {
  const rows = Object.entries(of.wouldPay).filter(([, shares]) => shares.length > 0)
  if (rows.length === 0)
    return (
      <p className="text-12 text-ink-3">
        <Trans>Nothing would be paid.</Trans>
      </p>
    )
  return (
    <Facts
      facts={rows.map(([grade, shares]) => ({
        name: grade === 'base' ? <Trans>Accept</Trans> : <Trans>Accept {grade}</Trans>,
        value: shares.map(({ person, amount }, order) => (
          <span key={order}>
            {order > 0 && ', '}
            {person.username ? `@${person.username}` : '–'}{' '}
            <span className="font-medium text-gold-text">{waiting ? '…' : figure(amount)}</span>
          </span>
        )),
      }))}
    />
  )
}
