import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { readAhead } from '#/app/read-ahead'
import { MissingPage } from '#/app/shell/MissingPage'
import { Page } from '#/app/shell/Page'
import { problemFrom } from '#/backend/problem'
import { clusterQuery } from '#/entities/cluster/queries'
import { readClusters } from '#/features/clusters/search-params'
import { ClusterScreen } from '#/features/clusters/ClusterScreen'

export const Route = createFileRoute('/_member/issues/clusters/$id')({
  component: ClusterPage,
  validateSearch: readClusters,
  shouldReload: false,
  loader: ahead => readAhead('cluster', ahead),
})

function ClusterPage() {
  const { t } = useLingui()
  const { id } = Route.useParams()
  const { period = '30d' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const cluster = useInfiniteQuery(clusterQuery(id, period))
  if (!cluster.data && cluster.isError && problemFrom(cluster.error).missing) return <MissingPage />
  const title = cluster.data?.pages[0]?.cluster.title
  return (
    <Page
      heading={t`Failure cluster`}
      title={title ?? t`Failure cluster`}
      parent={{ to: '/issues/clusters', label: t`Clusters` }}
    >
      <ClusterScreen
        key={id}
        id={id}
        period={period}
        onPeriod={wanted =>
          void navigate({ search: readClusters({ period: wanted }), replace: true, resetScroll: false })
        }
      />
    </Page>
  )
}
