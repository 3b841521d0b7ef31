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
import { Cell, HeadCell, Row, Table } from '#/ui/Table'

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
    <Table
      compact
      caption={caption}
      head={
        <>
          <HeadCell>
            <Trans>Hash</Trans>
          </HeadCell>
          <HeadCell>
            <Trans>Tester</Trans>
          </HeadCell>
          <HeadCell wide>
            <Trans>Network, wallet, build</Trans>
          </HeadCell>
          <HeadCell wide>
            <Trans>Swap</Trans>
          </HeadCell>
          {hasGaps && (
            <HeadCell figure wide>
              <Trans>Gap, bps</Trans>
            </HeadCell>
          )}
          <HeadCell figure>
            <Trans>Ago</Trans>
          </HeadCell>
          <HeadCell>
            <span className="sr-only">{t`Open`}</span>
          </HeadCell>
        </>
      }
    >
      {rows.map(row => (
        <Row key={row.id}>
          <Cell>{row.txHash ? <Hash value={row.txHash} /> : <Unseen evidence={row} />}</Cell>
          <Cell>
            <span className="flex max-w-28">{row.owner && <PersonName person={row.owner} />}</span>
          </Cell>
          <Cell wide>
            <span className="block max-w-40 truncate">
              <Where evidence={row} />
            </span>
          </Cell>
          <Cell wide>
            {row.explanation?.swap ? (
              <span className="block max-w-32 truncate">
                <SwapLine swap={row.explanation.swap} native={row.network?.nativeSymbol ?? null} />
              </span>
            ) : (
              '–'
            )}
          </Cell>
          {hasGaps && (
            <Cell figure wide>
              <Gap bps={gapOf(row)} />
            </Cell>
          )}
          <Cell figure>
            <span className="text-ink-3">
              <Ago at={row.blockTime ?? row.createdAt} />
            </span>
          </Cell>
          <Cell figure>
            <Button
              size="small"
              kind="ghost"
              shape="icon"
              aria-label={t`View`}
              title={t`View`}
              onClick={() => onOpen(row)}
              icon={<ChevronRight size={14} strokeWidth={1.9} aria-hidden />}
            />
          </Cell>
        </Row>
      ))}
    </Table>
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
  return (
    <>
      {network?.name ?? '–'}
      <span className="text-ink-3">
        {wallet && ` · ${t(wallet)}`}
        {build && ` · ${build.version}`}
        {approx && ` · ${approx}`}
      </span>
    </>
  )
}

function Gap({ bps }: { bps: number | null }) {
  if (bps === null) return '–'
  return <span className={bps < 0 ? 'text-warning' : undefined}>{signed(bps)}</span>
}
