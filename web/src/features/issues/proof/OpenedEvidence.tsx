import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { EvidencePanel } from '#/entities/evidence/EvidencePanel'
import { EvidenceTable } from '#/entities/evidence/EvidenceTable'
import type { ProofSummary } from '#/entities/evidence/queries'
import type { Evidence } from '#/entities/evidence/schema'
import { WhereSeen } from '#/features/issues/proof/WhereSeen'
import { Button } from '#/ui/Button'
import { Segmented } from '#/ui/Segmented'

/** Fewer pieces of evidence are a list, and no distribution. */
const ENOUGH_FOR_PLOTS = 3

interface Props {
  summary: ProofSummary
  rows: Evidence[]
  /** The one that is shown in full at first. */
  sample: Evidence
  more: { isLoading: boolean; load: () => void } | undefined
  onAdd: (() => void) | undefined
}

/** The evidence of an issue below its line: where it was seen, and one transaction in full or all in a list. */
export function OpenedEvidence({ summary, rows, sample, more, onAdd }: Props) {
  const { t } = useLingui()
  const [view, setView] = useState<'one' | 'all'>('one')
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = rows.find(({ id }) => id === chosen) ?? sample
  return (
    <div className="border-t border-line-faint">
      {summary.count >= ENOUGH_FOR_PLOTS && <WhereSeen summary={summary} />}
      {view === 'one' ? (
        <EvidencePanel evidence={shown} said={summary.sentence ?? null} />
      ) : (
        <EvidenceTable
          caption={t`Evidence of this issue`}
          rows={rows}
          onOpen={({ id }) => {
            setChosen(id)
            setView('one')
          }}
        />
      )}
      {(rows.length > 1 || onAdd) && (
        <footer className="flex flex-wrap items-center gap-2 border-t border-line-faint px-4 py-2.5 print:hidden">
          {view === 'all' && more && (
            <Button size="small" busy={more.isLoading} onClick={more.load}>{t`Show more`}</Button>
          )}
          <span className="ml-auto flex flex-wrap gap-2">
            {rows.length > 1 && (
              <Segmented
                label={t`Evidence`}
                value={view}
                onChange={setView}
                options={[
                  { value: 'one', label: <Trans>This one</Trans> },
                  { value: 'all', label: <Trans>All</Trans>, count: summary.count },
                ]}
              />
            )}
            {onAdd && (
              <Button size="small" icon={<Plus size={12} strokeWidth={2.1} aria-hidden />} onClick={onAdd}>
                <Trans>Add my transaction</Trans>
              </Button>
            )}
          </span>
        </footer>
      )}
    </div>
  )
}
