import { useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { PageTabs } from '#/app/shell/PageTabs'

/** The two ways to see problems: what testers wrote, and what failed on chain. */
export function IssueTabs() {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const isClusters = pathname.startsWith('/issues/clusters')
  return (
    <PageTabs
      label={t`Issues and failures`}
      tabs={[
        { to: '/issues', label: t`Issues`, here: !isClusters },
        { to: '/issues/clusters', label: t`Failures`, here: isClusters },
      ]}
    />
  )
}
