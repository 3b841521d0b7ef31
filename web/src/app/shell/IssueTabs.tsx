import { useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { PageTabs } from '#/app/shell/PageTabs'
import { useMoralis } from '#/backend/use-moralis'

/** The ways to see problems: what testers wrote, what failed in their hands, and what was not reported. */
export function IssueTabs() {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const isAdmin = useMoralis().user?.isAdmin ?? false
  const isClusters = pathname.startsWith('/issues/clusters')
  const isUnreported = pathname.startsWith('/issues/unreported')
  return (
    <PageTabs
      label={t`Issues and failures`}
      tabs={[
        { to: '/issues', label: t`Issues`, here: !isClusters && !isUnreported },
        { to: '/issues/clusters', label: t`Failures`, here: isClusters },
        ...(isAdmin ? [{ to: '/issues/unreported', label: t`Unreported`, here: isUnreported }] : []),
      ]}
    />
  )
}
