import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readAhead } from '#/app/read-ahead'
import { Page } from '#/app/shell/Page'
import { useMoralis } from '#/backend/use-moralis'
import { type DashboardSearch, readDashboard } from '#/features/dashboard/address'
import { AdminDashboard } from '#/features/dashboard/AdminDashboard'
import { TesterDashboard } from '#/features/dashboard/TesterDashboard'

export const Route = createFileRoute('/_member/')({
  component: Dashboard,
  validateSearch: readDashboard,
  shouldReload: false,
  loader: ahead => readAhead('dashboard', ahead),
})

function Dashboard() {
  const { t } = useLingui()
  const { user, expired } = useMoralis()
  const { days = 7, build } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Page heading={t`Dashboard`}>
      {(user ?? expired)?.isAdmin ? (
        <AdminDashboard
          days={days}
          build={build}
          onChange={(period, chosen) => {
            const search: DashboardSearch = readDashboard({ days: period, build: chosen })
            void navigate({ search, replace: true, resetScroll: false })
          }}
        />
      ) : (
        <TesterDashboard />
      )}
    </Page>
  )
}
