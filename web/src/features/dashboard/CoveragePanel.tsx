import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { walletWord } from '#/entities/evidence/messages'
import { coverageQuery } from '#/features/dashboard/failure-api'
import type { Coverage } from '#/features/dashboard/failure-model'
import type { Period } from '#/features/dashboard/model'
import { PanelOutline } from '#/features/dashboard/PanelOutline'
import { figure } from '#/lib/number'
import { Await } from '#/ui/Await'
import { PlotPanel } from '#/ui/plot/PlotPanel'

/** Which networks were tried with which wallets. */
export function CoveragePanel({ days }: { days: Period }) {
  const query = useQuery(coverageQuery(days))
  return (
    <Await
      alone
      query={query}
      skeleton={<PanelOutline />}
      failed={<Trans>Couldn’t load the coverage.</Trans>}
    >
      {matrix => <CoverageMatrix matrix={matrix} />}
    </Await>
  )
}

const STEPS = 7

function CoverageMatrix({ matrix: { networks, wallets, cells } }: { matrix: Coverage }) {
  const { t } = useLingui()
  const title = t`Coverage: network × wallet`
  const name = (kind: string) => {
    const word = walletWord(kind)
    return word ? t(word) : kind
  }
  const at = (network: string, wallet: string) =>
    cells.find(cell => cell.network === network && cell.wallet === wallet) ?? { count: 0, failed: 0 }
  const most = Math.max(1, ...cells.map(({ count }) => count))
  const never = networks
    .flatMap(({ id }) => wallets.map(wallet => at(id, wallet)))
    .filter(({ count }) => count === 0).length
  return (
    <PlotPanel
      title={title}
      note={<Trans>successful and failed swaps</Trans>}
      twin={{
        head: [t`Network`, ...wallets.flatMap(kind => [name(kind), t`${name(kind)}, failed`])],
        rows: networks.map(network => [
          network.name,
          ...wallets.flatMap(kind => {
            const cell = at(network.id, kind)
            return [cell.count, cell.failed]
          }),
        ]),
      }}
      footer={
        never > 0 ? (
          <Plural value={never} one="# combination never tried" other="# combinations never tried" />
        ) : (
          <Trans>Every combination was tried.</Trans>
        )
      }
    >
      <div className="relative overflow-x-auto" role="group" aria-label={title} tabIndex={0}>
        <table className="w-full min-w-[31rem] table-fixed border-separate border-spacing-0.5 text-center text-12">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              <th scope="col" className="w-24">
                <span className="sr-only">{t`Network`}</span>
              </th>
              {wallets.map(kind => (
                <th key={kind} scope="col" className="h-6 text-11 font-normal text-(--viz-axis)">
                  {name(kind)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {networks.map(network => (
              <tr key={network.id}>
                <th scope="row" className="truncate pr-2 text-left font-normal text-ink-2">
                  {network.name}
                </th>
                {wallets.map(kind => {
                  const { count, failed } = at(network.id, kind)
                  const step = Math.max(1, Math.ceil((count / most) * STEPS))
                  return (
                    <td
                      key={kind}
                      title={t`${figure(count)} swaps, ${figure(failed)} failed`}
                      className={clsx(
                        'h-7 rounded-1 tabular',
                        count === 0 && 'border border-dashed border-line-control text-ink-3',
                      )}
                      style={
                        count > 0
                          ? {
                              background: `var(--seq-${step})`,
                              color: `var(--seq-ink-${step > 4 ? 'high' : 'low'})`,
                            }
                          : undefined
                      }
                    >
                      {figure(count)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PlotPanel>
  )
}
