import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Check, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { NetworkDetails } from '#/entities/network/details'
import { contractsQuery } from '#/features/networks/api'
import { ContractDialog } from '#/features/networks/ContractDialog'
import { ROLE_LABEL } from '#/features/networks/messages'
import type { Contract } from '#/features/networks/model'
import { figure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { Await } from '#/ui/Await'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Hash } from '#/ui/Hash'
import { Keys } from '#/ui/Keys'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { DataTable } from '#/ui/DataTable'

/** The contracts of a network that reverts are named after. */
export function Contracts({ network }: { network: NetworkDetails }) {
  const { t } = useLingui()
  const query = useQuery(contractsQuery(network.id))
  const [editing, setEditing] = useState<Contract | 'new' | null>(null)
  usePageCommands([{ id: 'contract', label: t`Add a contract`, keys: ['c'], run: () => setEditing('new') }])
  const count = query.data?.length
  return (
    <Panel
      flush
      title={<Trans>Contracts</Trans>}
      note={
        count !== undefined && (
          <Trans>
            {figure(count)} on {network.name}
          </Trans>
        )
      }
      actions={
        <Button
          kind="ghost"
          size="small"
          onClick={() => setEditing('new')}
          icon={<Plus size={14} aria-hidden />}
          keys={<Keys of={['c']} />}
          aria-label={t`Add a contract`}
        >{t`Add`}</Button>
      }
    >
      <Await
        query={query}
        skeleton={<SkeletonRows rows={4} />}
        failed={<Trans>Couldn’t load the contracts.</Trans>}
      >
        {rows =>
          rows.length === 0 ? (
            <EmptyState
              title={<Trans>No contract named yet.</Trans>}
              actions={
                <Button onClick={() => setEditing('new')}>
                  <Trans>Add the router</Trans>
                </Button>
              }
            >{t`Without them, a revert shows “unknown contract”.`}</EmptyState>
          ) : (
            <DataTable
              compact
              caption={t`Contracts`}
              rows={rows}
              keyOf={row => row.id}
              columns={[
                {
                  head: t`Name`,
                  cell: row => (
                    <button
                      type="button"
                      onClick={() => setEditing(row)}
                      aria-label={t`Edit ${row.name}`}
                      className="block max-w-44 truncate text-left font-medium text-ink hover:underline max-md:min-h-11"
                    >
                      {row.name}
                    </button>
                  ),
                },
                {
                  head: t`Role`,
                  cell: row => (
                    <span className={row.enabled ? 'text-ink-2' : 'text-ink-3 line-through'}>
                      {t(ROLE_LABEL[row.role])}
                    </span>
                  ),
                },
                { head: t`Address`, wide: true, cell: row => <Hash value={row.address} /> },
                { head: t`ABI`, cell: row => <Abi contract={row} /> },
                {
                  head: t`First build`,
                  figure: true,
                  wide: true,
                  cell: row => <span className="tabular-nums">{row.firstBuild?.version ?? '–'}</span>,
                },
                {
                  head: t`First block`,
                  figure: true,
                  wide: true,
                  cell: row => (
                    <span className="tabular-nums">
                      {row.firstBlock === null ? '–' : figure(row.firstBlock)}
                    </span>
                  ),
                },
              ]}
            />
          )
        }
      </Await>
      {editing && (
        <ContractDialog
          network={network}
          contract={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </Panel>
  )
}

function Abi({ contract: { hasAbi, errors, functions } }: { contract: Contract }) {
  return hasAbi ? (
    <span className="inline-flex items-center gap-1.5 text-12 text-ink-2">
      <Check size={12} strokeWidth={2.1} className="text-success" aria-hidden />
      {errors > 0 ? (
        <Plural value={errors} one="# error" other="# errors" />
      ) : (
        <Plural value={functions} one="# function" other="# functions" />
      )}
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 text-12 text-ink-2">
      <TriangleAlert size={12} strokeWidth={2.1} className="text-warning" aria-hidden />
      <Trans>missing</Trans>
    </span>
  )
}
