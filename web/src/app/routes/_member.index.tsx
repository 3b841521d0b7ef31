import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { readAhead } from '#/app/read-ahead'
import { Page } from '#/app/shell/Page'
import { useMoralis } from '#/backend/use-moralis'
import { type DashboardSearch, readDashboard } from '#/features/dashboard/search-params'
import { DashboardControls } from '#/features/dashboard/DashboardControls'
import type { Period } from '#/features/dashboard/model'
import { ProductLink } from '#/features/dashboard/ProductLink'
import { DashboardWaiting } from '#/features/notifications/DashboardWaiting'
import { useNarrow } from '#/lib/use-narrow'

const AdminDashboard = lazy(async () => ({
  default: (await import('#/features/dashboard/AdminDashboard')).AdminDashboard,
}))
const TesterDashboard = lazy(async () => ({
  default: (await import('#/features/dashboard/TesterDashboard')).TesterDashboard,
}))

export const Route = createFileRoute('/_member/')({
  component: Dashboard,
  validateSearch: readDashboard,
  shouldReload: false,
  loader: ahead => readAhead('dashboard', ahead),
})

function Dashboard() {
  const { user, expired } = useMoralis()
  return (user ?? expired)?.isAdmin ? <ForAdministrators /> : <ForTesters />
}

function ForTesters() {
  const { t } = useLingui()
  return (
    <Page heading={t`Dashboard`} actions={<ProductLink />}>
      <Suspense>
        <TesterDashboard waiting={<DashboardWaiting />} />
      </Suspense>
    </Page>
  )
}

function ForAdministrators() {
  const { t } = useLingui()
  const { days = 7, build } = Route.useSearch()
  const navigate = Route.useNavigate()
  const isNarrow = useNarrow()
  function change(period: Period, chosen: string | undefined) {
    const search: DashboardSearch = readDashboard({ days: period, build: chosen })
    void navigate({ search, replace: true, resetScroll: false })
  }
  const controls = <DashboardControls days={days} build={build} onChange={change} />
  return (
    <Page heading={t`Dashboard`} actions={!isNarrow && <span className="order-first">{controls}</span>}>
      <Suspense>
        <AdminDashboard days={days} build={build} controls={isNarrow && controls} />
      </Suspense>
    </Page>
  )
}
