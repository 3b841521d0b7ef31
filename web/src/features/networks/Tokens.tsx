import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { NetworkDetails } from '#/entities/network/details'
import { tokensQuery } from '#/entities/network/tokens'
import { FLAG_LABEL } from '#/features/networks/messages'
import type { Flag, Token } from '#/entities/network/tokens'
import { TokenDialog } from '#/features/networks/TokenDialog'
import { shortHash } from '#/lib/hash'
import { figure } from '#/lib/number'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'

/** Shown in a box: what makes amounts differ from what was sent. */
const LOUD = new Set<Flag>(['feeOnTransfer', 'rebasing'])

/** So many rows are drawn at once; the rest at a press. */
const FIRST = 100

/** The tokens of a network, and what is odd about them. */
export function Tokens({ network }: { network: NetworkDetails }) {
  const { t } = useLingui()
  const query = useQuery(tokensQuery(network.id))
  const [editing, setEditing] = useState<Token | 'new' | null>(null)
  const [isWhole, setWhole] = useState(false)
  return (
    <Panel
      flush
      title={<Trans>Tokens</Trans>}
      note={query.data && figure(query.data.length)}
      actions={
        <Button
          kind="ghost"
          size="small"
          onClick={() => setEditing('new')}
          icon={<Plus size={14} aria-hidden />}
          aria-label={t`Add a token`}
        >{t`Add`}</Button>
      }
    >
      <Await
        query={query}
        skeleton={<SkeletonRows rows={4} />}
        failed={<Trans>Couldn’t load the tokens.</Trans>}
      >
        {rows =>
          rows.length === 0 ? (
            <EmptyState
              title={<Trans>No token described yet.</Trans>}
              actions={
                <Button onClick={() => setEditing('new')}>
                  <Trans>Add a token</Trans>
                </Button>
              }
            >
              <Trans>
                Symbol and decimals are read from the chain. Only special behaviour must be set here.
              </Trans>
            </EmptyState>
          ) : (
            <>
              <DataTable
                compact
                caption={t`Tokens`}
                rows={isWhole ? rows : rows.slice(0, FIRST)}
                keyOf={row => row.id}
                columns={[
                  {
                    head: t`Token`,
                    cell: row => (
                      <>
                        <button
                          type="button"
                          onClick={() => setEditing(row)}
                          aria-label={t`Edit ${row.symbol}`}
                          className="text-left font-medium text-ink hover:underline max-md:min-h-11"
                        >
                          {row.symbol}
                        </button>{' '}
                        <span className="mono text-ink-3 max-md:hidden" title={row.address}>
                          {shortHash(row.address)}
                        </span>
                      </>
                    ),
                  },
                  {
                    head: t`Decimals`,
                    figure: true,
                    cell: row => <span className="tabular-nums">{row.decimals}</span>,
                  },
                  { head: t`Special behaviour`, cell: row => <Oddities token={row} /> },
                ]}
              />
              {!isWhole && rows.length > FIRST && (
                <div className="border-t border-line-faint p-2">
                  <Button kind="ghost" size="small" onClick={() => setWhole(true)}>
                    <Trans>Show all {figure(rows.length)}</Trans>
                  </Button>
                </div>
              )}
            </>
          )
        }
      </Await>
      {editing && (
        <TokenDialog
          network={network}
          token={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Panel>
  )
}

function Oddities({ token: { flags, note } }: { token: Token }) {
  const { t } = useLingui()
  const quiet = flags.filter(flag => !LOUD.has(flag)).map(flag => t(FLAG_LABEL[flag]))
  return (
    <span
      className="inline-flex max-w-60 flex-wrap items-center gap-1.5 text-12 text-ink-3"
      title={note ?? undefined}
    >
      {flags
        .filter(flag => LOUD.has(flag))
        .map(flag => (
          <Badge key={flag} tone="warning">
            {t(FLAG_LABEL[flag])}
          </Badge>
        ))}
      {quiet.join(', ')}
    </span>
  )
}
