import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PinnedAnnouncements } from '#/entities/announcement/PinnedAnnouncements'
import { FailureAlarms } from '#/entities/unreported/FailureAlarms'
import { adminQuery } from '#/features/dashboard/api'
import { LookUp } from '#/features/dashboard/LookUp'
import { MainCharts } from '#/features/dashboard/MainCharts'
import type { AdminDashboard as AdminData, Period } from '#/features/dashboard/model'
import { MoreCharts } from '#/features/dashboard/MoreCharts'
import { SetupSteps } from '#/features/dashboard/SetupSteps'
import { Tiles } from '#/features/dashboard/Tiles'
import { useLiveAdminDashboard } from '#/features/dashboard/use-live-dashboard'
import { usePageCommands } from '#/lib/page-commands'
import { Await } from '#/ui/Await'
import { Deferred } from '#/ui/Deferred'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { Bone, Skeleton } from '#/ui/Skeleton'

interface Props {
  days: Period
  build: string | undefined
  /** The choice of period and build, where the strip has no room for it. */
  controls?: ReactNode
}

/** What waits for a decision, and how the product is doing. */
export function AdminDashboard({ days, build, controls }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const query = useQuery(adminQuery(days, build))
  useLiveAdminDashboard()
  usePageCommands([
    { id: 'triage', label: t`Go to triage`, keys: ['t'], run: () => void navigate({ to: '/issues/triage' }) },
  ])

  return (
    <div className="grid grid-cols-1 gap-4" aria-busy={query.isPlaceholderData}>
      <PinnedAnnouncements />
      <LookUp slim />
      {controls}
      <Await
        alone
        query={query}
        skeleton={<AdminSkeleton />}
        failed={<Trans>Couldn’t load the dashboard.</Trans>}
      >
        {dashboard => (
          <>
            <FailureAlarms />
            <Tiles dashboard={dashboard} />
            {hasBegun(dashboard) ? (
              <Deferred>
                <MainCharts dashboard={dashboard} days={days} build={build} />
                <MoreCharts dashboard={dashboard} days={days} build={build} />
              </Deferred>
            ) : (
              <>
                <SetupSteps steps={dashboard.setup} />
                <NotBegun />
              </>
            )}
          </>
        )}
      </Await>
    </div>
  )
}

/** Whether anything was ever reported: plots of nothing say less than a sentence, and testers have come. */
const hasBegun = ({ queue, inOut, outcomes }: AdminData) =>
  queue.waiting > 0 || outcomes.length > 0 || inOut.some(day => day.new + day.resolved + day.open > 0)

function NotBegun() {
  return (
    <Panel flush title={<Trans>Charts</Trans>}>
      <EmptyState title={<Trans>No reports yet.</Trans>}>
        <Trans>Charts appear after the first report.</Trans>
      </EmptyState>
    </Panel>
  )
}

function AdminSkeleton() {
  return (
    <Skeleton>
      <div className="grid grid-cols-1 gap-4">
        <div className="flex h-[108px] gap-8 rounded-3 border border-line bg-panel p-4">
          {[1, 2, 3, 4].map(tile => (
            <div key={tile} className="grid flex-1 content-start gap-3">
              <Bone className="w-16" />
              <Bone className="!h-6 w-20" />
            </div>
          ))}
        </div>
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          {[1, 2, 3, 4].map(panel => (
            <div key={panel} className="h-[222px] rounded-3 border border-line bg-panel" />
          ))}
        </div>
      </div>
    </Skeleton>
  )
}
