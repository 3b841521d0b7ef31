import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readAhead } from '#/app/read-ahead'
import { Page } from '#/app/shell/Page'
import { readClusters } from '#/features/clusters/address'
import { ClusterList } from '#/features/clusters/ClusterList'

export const Route = createFileRoute('/_member/issues/clusters/')({
  component: Clusters,
  validateSearch: readClusters,
  shouldReload: false,
  loader: ahead => readAhead('clusters', ahead),
})

function Clusters() {
  const { t } = useLingui()
  const { period = '7d', state } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Page
      heading={t`Failure clusters`}
      title={t`Failure clusters`}
      parent={{ to: '/issues', label: t`Issues` }}
    >
      <ClusterList
        period={period}
        state={state}
        onChange={(wanted, chosen) =>
          void navigate({ search: readClusters({ period: wanted, state: chosen }), replace: true })
        }
      />
    </Page>
  )
}
