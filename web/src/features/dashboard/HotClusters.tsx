import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hotClustersQuery } from '#/entities/cluster/queries'
import type { ClusterRow } from '#/entities/cluster/schema'
import { VerdictMark } from '#/entities/evidence/VerdictMark'
import { IssueLink } from '#/entities/issue/IssueLink'
import { figure } from '#/lib/number'
import { Await } from '#/ui/Await'
import { Tag } from '#/ui/Badge'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { PanelOutline } from '#/features/dashboard/PanelOutline'
import { Sparkline } from '#/ui/plot/Sparkline'
import { DataTable } from '#/ui/DataTable'

/** The failures of the last 24 hours: first those that are new in a build, then those that most people had. */
export function HotClusters() {
  const query = useQuery(hotClustersQuery)
  return (
    <Await
      alone
      query={query}
      skeleton={<PanelOutline />}
      failed={<Trans>Couldn’t load the clusters.</Trans>}
    >
      {({ rows }) => <Clusters rows={rows.toSorted(byNewest)} />}
    </Await>
  )
}

const byNewest = (a: ClusterRow, b: ClusterRow) => Number(Boolean(b.isNewIn)) - Number(Boolean(a.isNewIn))

function Clusters({ rows }: { rows: ClusterRow[] }) {
  const { t } = useLingui()
  return (
    <Panel
      flush
      title={<Trans>Failure clusters, last 24 h</Trans>}
      actions={<Link to="/issues/clusters" search={{ period: '24h' }} className="text-12">{t`All`}</Link>}
    >
      {rows.length === 0 ? (
        <EmptyState title={<Trans>Nothing failed in the last 24 hours.</Trans>} />
      ) : (
        <DataTable
          compact
          caption={t`Failure clusters, last 24 h`}
          rows={rows}
          keyOf={row => row.id}
          columns={[
            {
              head: t`Cluster`,
              cell: row => (
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
              ),
            },
            {
              head: t`Verdict`,
              wide: true,
              cell: row => row.verdict && <VerdictMark verdict={row.verdict} />,
            },
            {
              head: t`People`,
              figure: true,
              cell: row => <b className="font-semibold">{figure(row.personCount)}</b>,
            },
            {
              head: t`24 h`,
              wide: true,
              cell: row => (
                <>
                  <Sparkline values={row.spark} width={56} />
                  <span className="sr-only">{t`${row.inPeriod} in this period`}</span>
                </>
              ),
            },
            {
              head: t`Issue`,
              cell: row =>
                row.rootIssue ? (
                  <IssueLink number={row.rootIssue.number} />
                ) : (
                  <span className="text-12 text-ink-3">
                    {row.state === 'ignored' ? <Trans>ignored</Trans> : <Trans>none</Trans>}
                  </span>
                ),
            },
          ]}
        />
      )}
    </Panel>
  )
}
