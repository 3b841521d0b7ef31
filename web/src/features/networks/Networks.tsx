import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { networkDetailsQuery, useTestNodes } from '#/entities/network/commands'
import type { NetworkDetails } from '#/entities/network/details'
import { HealthMark } from '#/entities/network/HealthMark'
import { TRACE_LABEL } from '#/entities/network/messages'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { EndpointDialog } from '#/features/networks/EndpointDialog'
import { EndpointRows } from '#/features/networks/EndpointRows'
import { NetworkDialog } from '#/features/networks/NetworkDialog'
import { figure, measure } from '#/lib/number'
import { usePageCommands } from '#/lib/page-commands'
import { useTextInAddress } from '#/lib/use-in-address'
import { Await } from '#/ui/Await'
import { Badge } from '#/ui/Badge'
import { Band } from '#/ui/Band'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Keys } from '#/ui/Keys'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'
import { toast } from '#/ui/toasts'

type Open = { kind: 'add' } | { kind: 'edit' | 'endpoint'; network: NetworkDetails } | null

/** The chains the product runs on and the nodes that read them. What is broken now comes first. */
export function Networks() {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const query = useQuery(networkDetailsQuery)
  const test = useTestNodes()
  const [chosen, setChosen] = useTextInAddress('network')
  const [open, setOpen] = useState<Open>(null)
  const rows = query.data ?? []
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === chosen),
  )
  const shown = rows[at]
  const step = (by: number) => setChosen(rows[at + by]?.id ?? shown?.id ?? '')

  async function testAll() {
    try {
      const reports = await Promise.all(rows.map(({ id }) => test.mutateAsync({ id })))
      const [good, all] = [reports.flat().filter(({ ok }) => ok).length, reports.flat().length]
      toast({
        tone: good === all ? 'success' : 'info',
        title: t`${figure(good)} of ${figure(all)} endpoints answer.`,
      })
    } catch (thrown) {
      toast({ tone: 'danger', title: sayProblem(thrown) ?? t`The test failed.` })
    }
  }

  usePageCommands([
    { id: 'test-all', label: t`Test all networks`, keys: ['t'], run: () => void testAll() },
    { id: 'add', label: t`Add a network`, keys: ['a'], run: () => setOpen({ kind: 'add' }) },
    { id: 'next', label: t`Next network`, keys: ['j'], repeats: true, unlisted: true, run: () => step(1) },
    {
      id: 'previous',
      label: t`Previous network`,
      keys: ['k'],
      repeats: true,
      unlisted: true,
      run: () => step(-1),
    },
    ...(shown
      ? [
          {
            id: 'edit',
            label: t`Edit ${shown.name}`,
            keys: ['e'],
            run: () => setOpen({ kind: 'edit', network: shown }),
          },
        ]
      : []),
  ])

  const down = rows.filter(({ enabled, health }) => enabled && health === 'down')
  return (
    <>
      {down.map(network => (
        <Band
          key={network.id}
          tone="warning"
          role="status"
          icon={<TriangleAlert size={16} strokeWidth={1.75} aria-hidden />}
          title={<Trans>{network.name} has no working endpoint.</Trans>}
          actions={
            <Button onClick={() => setOpen({ kind: 'endpoint', network })}>
              <Trans>Add endpoint</Trans>
            </Button>
          }
        >{t`Proofs from this network wait until a node responds.`}</Band>
      ))}
      <Panel
        flush
        title={<Trans>Networks</Trans>}
        note={query.data && figure(rows.length)}
        actions={
          <>
            {rows.length > 0 && (
              <Button
                size="small"
                busy={test.isPending}
                onClick={() => void testAll()}
                keys={<Keys of={['t']} />}
              >{t`Test all`}</Button>
            )}
            <Button
              size="small"
              onClick={() => setOpen({ kind: 'add' })}
              icon={<Plus size={14} aria-hidden />}
              keys={<Keys of={['a']} />}
            >{t`Add network`}</Button>
          </>
        }
      >
        <Await
          query={query}
          skeleton={<SkeletonRows rows={4} />}
          failed={<Trans>Couldn’t load the networks.</Trans>}
        >
          {all =>
            shown && all.length > 0 ? (
              <div className="grid border-t border-line-faint lg:grid-cols-[15.5rem_minmax(0,1fr)]">
                <NetworkList rows={all} chosen={shown.id} onChoose={setChosen} />
                <NetworkDetail
                  key={shown.id}
                  network={shown}
                  onEdit={() => setOpen({ kind: 'edit', network: shown })}
                  onAddEndpoint={() => setOpen({ kind: 'endpoint', network: shown })}
                />
              </div>
            ) : (
              <NoNetwork onAdd={() => setOpen({ kind: 'add' })} />
            )
          }
        </Await>
      </Panel>
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <NetworkDialog
          network={open.kind === 'edit' ? open.network : null}
          onClose={() => setOpen(null)}
          onSaved={setChosen}
        />
      )}
      {open?.kind === 'endpoint' && <EndpointDialog network={open.network} onClose={() => setOpen(null)} />}
    </>
  )
}

function NoNetwork({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      title={<Trans>No network yet.</Trans>}
      actions={
        <Button onClick={onAdd}>
          <Trans>Add the first network</Trans>
        </Button>
      }
    >
      <Trans>
        Add a node for each chain the product runs on. Pasted hashes are then explained and compared with
        their quote.
      </Trans>
    </EmptyState>
  )
}

interface ListProps {
  rows: NetworkDetails[]
  chosen: string
  onChoose: (id: string) => void
}

function NetworkList({ rows, chosen, onChoose }: ListProps) {
  const { t } = useLingui()
  return (
    <ul
      aria-label={t`Networks`}
      className="max-h-[60dvh] overflow-y-auto border-line-faint max-lg:border-b lg:border-r"
    >
      {rows.map(row => (
        <li key={row.id} className="border-t border-line-faint first:border-t-0">
          <button
            type="button"
            aria-current={row.id === chosen || undefined}
            onClick={() => onChoose(row.id)}
            className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-2.5 gap-y-px px-4 py-2.5 text-left hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-active aria-[current]:shadow-[inset_2px_0_0_var(--ink-2)]"
          >
            <span className="truncate font-medium text-ink">{row.name}</span>
            <HealthMark health={row.enabled ? row.health : 'unknown'} lagSec={row.headLagSec} />
            <span className="truncate text-12 text-ink-3">
              {row.chainId} · <Plural value={row.endpoints.length} one="# endpoint" other="# endpoints" />
            </span>
            <span className="text-right text-12 text-ink-3">
              {!row.enabled ? (
                <Trans>switched off</Trans>
              ) : row.traceMode ? (
                t(TRACE_LABEL[row.traceMode])
              ) : (
                <Trans>unknown</Trans>
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

interface DetailProps {
  network: NetworkDetails
  onEdit: () => void
  onAddEndpoint: () => void
}

function NetworkDetail({ network, onEdit, onAddEndpoint }: DetailProps) {
  const { t } = useLingui()
  const { name, chainId, explorerUrl, confirmations, blockTimeMs, nativeSymbol, isTestnet, enabled } = network
  const facts = [
    { name: t`Chain ID`, value: chainId },
    { name: t`Native coin`, value: nativeSymbol },
    { name: t`Confirmations`, value: confirmations },
    { name: t`Block time`, value: measure(blockTimeMs / 1000, 'second', 2) },
    ...(explorerUrl ? [{ name: t`Explorer`, value: explorerUrl.replace('https://', '') }] : []),
  ]
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 pt-3.5 pb-3">
        <h3 className="text-14">{name}</h3>
        <Badge tone={isTestnet ? 'plain' : 'info'}>
          {isTestnet ? <Trans>test network</Trans> : <Trans>real money</Trans>}
        </Badge>
        {!enabled && <Badge tone="warning">{t`switched off`}</Badge>}
        <span className="ml-auto">
          <Button
            size="small"
            onClick={onEdit}
            icon={<Pencil size={14} strokeWidth={1.9} aria-hidden />}
            keys={<Keys of={['e']} />}
          >{t`Edit`}</Button>
        </span>
      </div>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-4 gap-y-2.5 border-b border-line-faint px-4 pb-3.5">
        {facts.map(fact => (
          <div key={fact.name} className="min-w-0 last:col-span-2 last:max-md:col-span-1">
            <dt className="text-12 text-ink-3">{fact.name}</dt>
            <dd className="truncate text-ink tabular-nums">{fact.value}</dd>
          </div>
        ))}
      </dl>
      <EndpointRows network={network} onAdd={onAddEndpoint} />
    </div>
  )
}
