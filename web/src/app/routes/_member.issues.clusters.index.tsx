import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readAhead } from '#/app/read-ahead'
import { IssueTabs } from '#/app/shell/IssueTabs'
import { Page } from '#/app/shell/Page'
import { readClusters } from '#/features/clusters/search-params'
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
    <Page heading={t`Issues`} title={t`Failures`} tabs={<IssueTabs />}>
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
