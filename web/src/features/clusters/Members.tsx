import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { EvidencePanel } from '#/entities/evidence/EvidencePanel'
import { EvidenceTable } from '#/entities/evidence/EvidenceTable'
import type { Evidence } from '#/entities/evidence/schema'
import { Button } from '#/ui/Button'
import { Dialog } from '#/ui/Dialog'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'

interface Props {
  rows: Evidence[]
  total: number
  more: boolean
  busy: boolean
  onMore: () => void
}

/** What the cluster is made of; one can be looked at in full. */
export function Members({ rows, total, more, busy, onMore }: Props) {
  const { t } = useLingui()
  const [opened, setOpened] = useState<Evidence | null>(null)
  return (
    <Panel flush title={<Trans>Evidence</Trans>} note={total}>
      {rows.length === 0 ? (
        <EmptyState title={<Trans>Nothing in this period.</Trans>}>
          <Trans>A longer period may show more.</Trans>
        </EmptyState>
      ) : (
        <EvidenceTable caption={t`Evidence of this cluster`} rows={rows} onOpen={setOpened} />
      )}
      {more && (
        <div className="border-t border-line-faint px-4 py-2.5">
          <Button size="small" busy={busy} onClick={onMore}>{t`Show more`}</Button>
        </div>
      )}
      {opened && (
        <Dialog open width="wide" onClose={() => setOpened(null)} title={<Trans>Evidence</Trans>}>
          <EvidencePanel evidence={opened} />
        </Dialog>
      )}
    </Panel>
  )
}
