import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowUp, EllipsisVertical, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSaveNetwork, useTestNodes } from '#/entities/network/commands'
import type { Endpoint, NetworkDetails } from '#/entities/network/details'
import { HealthMark } from '#/entities/network/HealthMark'
import { TRACE_LABEL } from '#/entities/network/messages'
import { TestResult } from '#/entities/network/TestResult'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { LagBars } from '#/features/networks/LagBars'
import { figure } from '#/lib/number'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Menu, MenuItem } from '#/ui/Menu'
import { toast } from '#/ui/toasts'

/** How many nodes a network may have. */
const MOST = 5

const GRID =
  'grid grid-cols-[14px_minmax(0,2fr)_104px_64px_minmax(0,1fr)_92px] items-center gap-x-3.5 px-4 max-md:grid-cols-[14px_minmax(0,1fr)_auto] max-md:gap-x-2.5'

/** The nodes of a network, in the order in which they are asked. */
export function EndpointRows({ network, onAdd }: { network: NetworkDetails; onAdd: () => void }) {
  const { sayProblem } = useProblemMessages()
  const save = useSaveNetwork()
  const { t } = useLingui()
  const { endpoints } = network

  /** Leaves them in this order; each stays with its key, which the page never sees. */
  function arrange(order: number[], said: string) {
    const { id, chainId, name, isTestnet } = network
    save.mutate(
      { id, chainId, name, isTestnet, rpcUrls: order.map(place => `keep:${place}`) },
      { onSuccess: () => toast({ tone: 'success', title: said }) },
    )
  }
  const places = endpoints.map((_, place) => place)

  return (
    <div>
      <div
        className={`${GRID} min-h-[30px] text-12 text-ink-3 max-md:hidden`}
        aria-hidden
        hidden={endpoints.length === 0}
      >
        <span />
        <span>{t`Endpoint, in order of use`}</span>
        <span>{t`State`}</span>
        <span className="text-right">{t`Answers`}</span>
        <span>{t`Lag, 24 h`}</span>
        <span />
      </div>
      <ol>
        {endpoints.map((endpoint, place) => (
          <EndpointRow
            key={`${place} ${endpoint.host}`}
            network={network}
            endpoint={endpoint}
            place={place}
            onFirst={
              place > 0
                ? () =>
                    arrange(
                      [place, ...places.filter(other => other !== place)],
                      t`${endpoint.host} is now used first.`,
                    )
                : undefined
            }
            onRemove={
              endpoints.length > 1
                ? () =>
                    arrange(
                      places.filter(other => other !== place),
                      t`${endpoint.host} is no longer used.`,
                    )
                : undefined
            }
          />
        ))}
      </ol>
      {save.error && (
        <div className="px-4 pb-3">
          <FormError>{sayProblem(save.error)}</FormError>
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2 border-t border-line-faint px-4 py-2">
        <p className="min-w-0 flex-1 basis-60 text-12 text-ink-3">
          <Trans>Keys are write-only. A lagging node is used only if no other node responds.</Trans>
        </p>
        {endpoints.length < MOST && (
          <Button kind="ghost" size="small" onClick={onAdd} icon={<Plus size={14} aria-hidden />}>
            <Trans>Add endpoint</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

interface RowProps {
  network: NetworkDetails
  endpoint: Endpoint
  place: number
  onFirst: (() => void) | undefined
  onRemove: (() => void) | undefined
}

function EndpointRow({ network, endpoint, place, onFirst, onRemove }: RowProps) {
  const { t } = useLingui()
  const { sayProblem } = useProblemMessages()
  const test = useTestNodes()
  const [now] = useState(() => Date.now())
  const { host, state, lagSec, latencyMs, trace, lag } = endpoint
  return (
    <li className="border-t border-line-faint">
      <div className={`${GRID} min-h-[46px] py-1 max-md:py-2`}>
        <span className="text-ink-3 tabular-nums">{place + 1}</span>
        <div className="min-w-0">
          <span className="mono block truncate font-medium text-ink">{host}</span>
          <span className="text-12 text-ink-3">
            {trace ? (
              <>
                {t(TRACE_LABEL[trace])} <span className="mono">({trace})</span>
              </>
            ) : (
              <Trans>not tested yet</Trans>
            )}
          </span>
          <span className="hidden max-md:mt-1 max-md:flex max-md:items-center max-md:gap-3">
            <HealthMark health={state} lagSec={lagSec} />
            {latencyMs !== null && <Millis of={latencyMs} />}
          </span>
        </div>
        <span className="max-md:hidden">
          <HealthMark health={state} lagSec={lagSec} />
        </span>
        <span className="text-right max-md:hidden">
          {latencyMs === null ? <span className="text-ink-3">–</span> : <Millis of={latencyMs} />}
        </span>
        <span className="max-md:hidden">
          <LagBars lag={lag} now={now} />
        </span>
        <span className="flex items-center justify-end gap-1">
          <Button
            kind="ghost"
            size="small"
            busy={test.isPending}
            onClick={() => test.mutate({ id: network.id, place })}
            aria-label={t`Test ${host}`}
          >{t`Test`}</Button>
          {(onFirst || onRemove) && (
            <Menu
              align="end"
              trigger={
                <Button
                  kind="ghost"
                  size="small"
                  shape="icon"
                  aria-label={t`More about ${host}`}
                  icon={<EllipsisVertical size={14} aria-hidden />}
                />
              }
            >
              {onFirst && (
                <MenuItem onSelect={onFirst} icon={<ArrowUp size={14} aria-hidden />}>
                  <Trans>Use first</Trans>
                </MenuItem>
              )}
              {onRemove && (
                <MenuItem danger onSelect={onRemove} icon={<Trash2 size={14} aria-hidden />}>
                  <Trans>Remove</Trans>
                </MenuItem>
              )}
            </Menu>
          )}
        </span>
      </div>
      {(test.data || test.error) && (
        <div role="status" className="bg-sunken px-4 py-1 md:pl-11">
          {test.error ? (
            <FormError>{sayProblem(test.error)}</FormError>
          ) : (
            test.data?.map(report => <TestResult key={report.host} report={report} />)
          )}
        </div>
      )}
    </li>
  )
}

const Millis = ({ of }: { of: number }) => (
  <span className="whitespace-nowrap tabular-nums">
    <Trans>{figure(of)} ms</Trans>
  </span>
)
