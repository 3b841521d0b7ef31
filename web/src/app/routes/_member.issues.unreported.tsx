import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { IssueTabs } from '#/app/shell/IssueTabs'
import { MissingPage } from '#/app/shell/MissingPage'
import { Page } from '#/app/shell/Page'
import { useMoralis } from '#/backend/use-moralis'
import { readUnreported } from '#/features/unreported/address'
import { SkeletonRows } from '#/ui/Skeleton'

const UnreportedScreen = lazy(async () => ({
  default: (await import('#/features/unreported/UnreportedScreen')).UnreportedScreen,
}))

export const Route = createFileRoute('/_member/issues/unreported')({
  component: UnreportedFailures,
  validateSearch: readUnreported,
})

function UnreportedFailures() {
  const { t } = useLingui()
  const { user, expired } = useMoralis()
  const address = Route.useSearch()
  const navigate = Route.useNavigate()
  if (!(user ?? expired)?.isAdmin) return <MissingPage />
  return (
    <Page heading={t`Issues`} title={t`Unreported failures`} tabs={<IssueTabs />} noReport>
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <UnreportedScreen
          {...address}
          onChange={search => void navigate({ search: readUnreported({ ...search }), replace: true })}
        />
      </Suspense>
    </Page>
  )
}
