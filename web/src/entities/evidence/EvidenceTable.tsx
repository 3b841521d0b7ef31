import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import { CONFIDENCE_LABEL, walletWord } from '#/entities/evidence/messages'
import type { Evidence } from '#/entities/evidence/schema'
import { SwapLine } from '#/entities/evidence/SwapWords'
import { PersonName } from '#/entities/person/PersonName'
import { signed } from '#/lib/number'
import { Ago } from '#/ui/Ago'
import { Button } from '#/ui/Button'
import { Hash } from '#/ui/Hash'
import { DataTable } from '#/ui/DataTable'

interface Props {
  caption: string
  rows: Evidence[]
  onOpen: (evidence: Evidence) => void
}

/** Evidence of several people, one line each. Beside a rail of 1440 px it is 822 px wide, and all of it fits. */
export function EvidenceTable({ caption, rows, onOpen }: Props) {
  const { t } = useLingui()
  const hasGaps = rows.some(row => gapOf(row) !== null)
  return (
    <DataTable
      compact
      caption={caption}
      rows={rows}
      keyOf={row => row.id}
      columns={[
        {
          head: t`Hash`,
          cell: row => (row.txHash ? <Hash value={row.txHash} /> : <Unseen evidence={row} />),
        },
        {
          head: t`Tester`,
          cell: row => (
            <span className="flex max-w-36">{row.owner && <PersonName person={row.owner} />}</span>
          ),
        },
        {
          head: t`Network, wallet, build`,
          wide: true,
          cell: row => (
            <span className="block max-w-40 truncate">
              <Where evidence={row} />
            </span>
          ),
        },
        {
          head: t`Swap`,
          wide: true,
          cell: row =>
            row.explanation?.swap ? (
              <span className="block max-w-32 truncate">
                <SwapLine swap={row.explanation.swap} native={row.network?.nativeSymbol ?? null} />
              </span>
            ) : (
              '–'
            ),
        },
        hasGaps && {
          head: t`Gap, bps`,
          figure: true,
          wide: true,
          cell: row => <Gap bps={gapOf(row)} />,
        },
        {
          head: t`Ago`,
          figure: true,
          cell: row => (
            <span className="text-ink-3">
              <Ago at={row.blockTime ?? row.createdAt} />
            </span>
          ),
        },
        {
          action: true,
          cell: row => (
            <Button
              size="small"
              kind="ghost"
              shape="icon"
              aria-label={t`View`}
              title={t`View`}
              onClick={() => onOpen(row)}
              icon={<ChevronRight size={14} strokeWidth={1.9} aria-hidden />}
            />
          ),
        },
      ]}
    />
  )
}

const gapOf = ({ explanation }: Evidence) => explanation?.compare?.executedVsQuoteBps ?? null

function Unseen({ evidence: { kind } }: { evidence: Evidence }) {
  return (
    <span className="text-12 text-ink-3">
      {kind === 'tx' ? <Trans>not shared</Trans> : <Trans>error text</Trans>}
    </span>
  )
}

function Where({ evidence: { network, walletKind, build, explanation } }: { evidence: Evidence }) {
  const { t } = useLingui()
  const wallet = walletKind ? walletWord(walletKind) : undefined
  const approx = explanation?.confidence === 'approx' ? t(CONFIDENCE_LABEL.approx) : null
  const rest = [wallet && t(wallet), build?.version, approx].filter(Boolean).join(' · ')
  if (!network?.name && !rest) return '–'
  return (
    <>
      {network?.name}
      <span className="text-ink-3">
        {network?.name && rest && ' · '}
        {rest}
      </span>
    </>
  )
}

function Gap({ bps }: { bps: number | null }) {
  if (bps === null) return '–'
  return <span className={bps < 0 ? 'text-warning' : undefined}>{signed(bps)}</span>
}
