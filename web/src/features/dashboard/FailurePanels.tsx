import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { hotClustersQuery } from '#/entities/cluster/queries'
import type { ClusterRow } from '#/entities/cluster/schema'
import { walletWord } from '#/entities/evidence/messages'
import { VerdictMark } from '#/entities/evidence/VerdictMark'
import { IssueLink } from '#/entities/issue/IssueLink'
import { coverageQuery, failureStatsQuery } from '#/features/dashboard/failure-api'
import type { Coverage } from '#/features/dashboard/failure-model'
import { FailurePlots } from '#/features/dashboard/FailurePlots'
import type { Period } from '#/features/dashboard/model'
import { figure } from '#/lib/number'
import { Await } from '#/ui/Await'
import { Tag } from '#/ui/Badge'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { PlotPanel } from '#/ui/plot/PlotPanel'
import { Sparkline } from '#/ui/plot/Sparkline'
import { SkeletonRows } from '#/ui/Skeleton'
import { Cell, HeadCell, Row, Table } from '#/ui/Table'

/** How swaps fail, where, and since when. Each part fails alone. */
export function FailurePanels({ days, build }: { days: Period; build: string | undefined }) {
  const clusters = useQuery(hotClustersQuery)
  const matrix = useQuery(coverageQuery(days))
  const stats = useQuery(failureStatsQuery(days, build))
  const isStill =
    clusters.data?.rows.length === 0 && matrix.data?.cells.length === 0 && stats.data?.classes.length === 0
  if (isStill)
    return (
      <Panel flush title={<Trans>Failures</Trans>}>
        <EmptyState title={<Trans>No transaction was reported in this time.</Trans>}>
          <Trans>
            Clusters, coverage, failures by build and quote errors are drawn from the first hash that somebody
            pastes.
          </Trans>
        </EmptyState>
      </Panel>
    )
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <Await
        alone
        query={clusters}
        skeleton={<PanelSkeleton />}
        failed={<Trans>The clusters did not load.</Trans>}
      >
        {({ rows }) => <HotClusters rows={rows} />}
      </Await>
      <Await
        alone
        query={matrix}
        skeleton={<PanelSkeleton />}
        failed={<Trans>The coverage did not load.</Trans>}
      >
        {data => <CoverageMatrix matrix={data} />}
      </Await>
      <Await
        alone
        query={stats}
        skeleton={<PanelSkeleton />}
        failed={<Trans>The failures did not load.</Trans>}
      >
        {data => <FailurePlots stats={data} />}
      </Await>
    </div>
  )
}

function PanelSkeleton() {
  return (
    <div className="rounded-3 border border-line bg-panel">
      <SkeletonRows rows={4} />
    </div>
  )
}

function HotClusters({ rows }: { rows: ClusterRow[] }) {
  const { t } = useLingui()
  return (
    <Panel
      flush
      title={<Trans>Failure clusters, last 24 h</Trans>}
      actions={
        <Link to="/issues/clusters" search={{ period: '24h' }} className="text-12">
          <Trans>All</Trans>
        </Link>
      }
    >
      {rows.length === 0 ? (
        <EmptyState title={<Trans>Nothing failed in the last 24 hours.</Trans>} />
      ) : (
        <Table
          compact
          caption={t`Failure clusters, last 24 h`}
          head={
            <>
              <HeadCell>
                <Trans>Cluster</Trans>
              </HeadCell>
              <HeadCell wide>
                <Trans>Verdict</Trans>
              </HeadCell>
              <HeadCell figure>
                <Trans>People</Trans>
              </HeadCell>
              <HeadCell wide>
                <Trans>24 h</Trans>
              </HeadCell>
              <HeadCell>
                <Trans>Issue</Trans>
              </HeadCell>
            </>
          }
        >
          {rows.map(row => (
            <Row key={row.id}>
              <Cell>
                <span className="flex max-w-52 min-w-0 flex-col py-1 max-md:max-w-40">
                  <Link
                    to="/issues/clusters/$id"
                    params={{ id: row.id }}
                    className="truncate font-medium text-ink"
                  >
                    {row.title}
                  </Link>
                  <span className="flex items-center gap-2 text-12 text-ink-3">
                    {row.failureClass && <Tag>{row.failureClass}</Tag>}
                    {row.isNewIn && (
                      <span className="text-warning">
                        <Trans>new in {row.isNewIn}</Trans>
                      </span>
                    )}
                  </span>
                </span>
              </Cell>
              <Cell wide>{row.verdict && <VerdictMark verdict={row.verdict} />}</Cell>
              <Cell figure>
                <b className="font-semibold">{figure(row.personCount)}</b>
              </Cell>
              <Cell wide>
                <Sparkline values={row.spark} width={56} />
                <span className="sr-only">{t`${row.inPeriod} in this time`}</span>
              </Cell>
              <Cell>
                {row.rootIssue ? (
                  <IssueLink number={row.rootIssue.number} />
                ) : (
                  <span className="text-12 text-ink-3">
                    {row.state === 'ignored' ? <Trans>ignored</Trans> : <Trans>none</Trans>}
                  </span>
                )}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </Panel>
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
      note={<Trans>swaps that went through, and that failed</Trans>}
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
        <table className="w-full min-w-[24rem] table-fixed border-separate border-spacing-0.5 text-center text-12">
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
