import { Trans, useLingui } from '@lingui/react/macro'
import { walletWord } from '#/entities/evidence/messages'
import type { ProofSummary } from '#/entities/evidence/queries'
import { useIssueMessages } from '#/entities/issue/use-issue-messages'
import { Ago } from '#/ui/Ago'
import { HourBars } from '#/ui/plot/HourBars'
import { RowBars } from '#/ui/plot/RowBars'

/** On which networks, with which wallets and when an issue was seen. */
export function WhereSeen({ summary }: { summary: ProofSummary }) {
  return (
    <div className="[&>*:not(:first-child)]:border-t [&>*:not(:first-child)]:border-line-faint border-b border-line-faint">
      <Split summary={summary} />
      <Seen summary={summary} />
    </div>
  )
}

function Split({ summary: { networks, wallets } }: { summary: ProofSummary }) {
  const { t } = useLingui()
  if (networks.length === 0 && wallets.length === 0) return null
  const walletName = (kind: string) => {
    const word = walletWord(kind)
    return word ? t(word) : kind
  }
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-3 px-4 py-3 max-md:grid-cols-1">
      <div>
        <h3 className="mb-1.5 text-12 font-medium text-ink-2">{t`Networks`}</h3>
        <RowBars
          label={t`Networks`}
          bars={networks.slice(0, 6).map(({ name, count }) => ({ key: name, label: name, value: count }))}
        />
      </div>
      {wallets.length > 0 && (
        <div>
          <h3 className="mb-1.5 text-12 font-medium text-ink-2">{t`Wallets`}</h3>
          <RowBars
            label={t`Wallets`}
            bars={wallets.slice(0, 6).map(({ kind, count }) => ({
              key: kind,
              label: walletName(kind),
              value: count,
            }))}
          />
        </div>
      )}
    </div>
  )
}

function Seen({ summary: { perHour, firstSeen, lastAt } }: { summary: ProofSummary }) {
  const { t } = useLingui()
  const { programme } = useIssueMessages()
  if (perHour.length === 0) return null
  const releases = (programme?.builds ?? []).flatMap(({ version, releasedAt }) =>
    releasedAt ? [{ at: releasedAt, version }] : [],
  )
  return (
    <div className="px-4 py-3">
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3 text-12">
        <h3 className="text-12 font-medium text-ink-2">{t`When it was seen`}</h3>
        <span className="text-ink-3">
          {firstSeen?.version && <Trans>first in {firstSeen.version}</Trans>}
          {firstSeen?.version && lastAt && ' · '}
          {lastAt && (
            <Trans>
              last <Ago at={lastAt} />
            </Trans>
          )}
        </span>
      </div>
      <HourBars label={t`When it was seen`} counts={perHour} releases={releases} height={104} />
    </div>
  )
}
