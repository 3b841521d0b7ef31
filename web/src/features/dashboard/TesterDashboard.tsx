import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { PinnedAnnouncements } from '#/entities/announcement/PinnedAnnouncements'
import { testerQuery } from '#/features/dashboard/api'
import { FirstSteps } from '#/features/dashboard/FirstSteps'
import { MyReports } from '#/features/dashboard/MyReports'
import { News } from '#/features/dashboard/News'
import { OpenMissions } from '#/features/dashboard/OpenMissions'
import { LookUp } from '#/features/dashboard/LookUp'
import { StandingCard } from '#/features/dashboard/StandingCard'
import { ChooseNamePrompt } from '#/features/dashboard/ChooseNamePrompt'
import { useLiveTesterDashboard } from '#/features/dashboard/use-live-dashboard'
import { Await } from '#/ui/Await'
import { Band } from '#/ui/Band'
import { Bone, Skeleton } from '#/ui/Skeleton'

/** What waits for a tester, where they stand, what became of their reports. */
export function TesterDashboard({ waiting }: { waiting: ReactNode }) {
  const query = useQuery(testerQuery)
  useLiveTesterDashboard()
  return (
    <div className="grid grid-cols-1 gap-6">
      <PinnedAnnouncements />
      <LookUp />
      <Await
        alone
        query={query}
        skeleton={<DashboardSkeleton />}
        failed={<Trans>Couldn’t load the dashboard.</Trans>}
      >
        {({ standing, reports, isNamed, account, firstSteps }) => (
          <>
            {account.status === 'limited' && <Limited reason={account.reason} />}
            {!isNamed && <ChooseNamePrompt />}
            {!firstSteps.reported && <FirstSteps steps={firstSteps} />}
            {waiting}
            <StandingCard mine={standing} />
            <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_392px] lg:[&>*:only-child]:col-span-2">
              <MyReports reports={reports} />
              <OpenMissions />
            </div>
            <News />
          </>
        )}
      </Await>
    </div>
  )
}

/** What a user whose account was limited has to know. */
function Limited({ reason }: { reason: string | null }) {
  return (
    <Band
      tone="warning"
      icon={<CircleAlert size={16} strokeWidth={1.75} aria-hidden />}
      title={<Trans>Your account is limited.</Trans>}
    >
      {reason && <Trans>Reason: {reason}</Trans>}{' '}
      <Trans>You can read, and comment on your own reports.</Trans>
    </Band>
  )
}

function DashboardSkeleton() {
  return (
    <Skeleton>
      <div className="grid grid-cols-1 gap-6">
        <div className="rounded-3 border border-line bg-panel">
          {[1, 2].map(row => (
            <div
              key={row}
              className="flex h-12 items-center gap-3 border-t border-line-faint px-4 first:border-t-0"
            >
              <Bone className="!size-4 !rounded-full" />
              <Bone className="w-1/2" />
            </div>
          ))}
        </div>
        <div className="h-[104px] rounded-3 border border-line bg-panel" />
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,1fr)_392px]">
          <div className="h-60 rounded-3 border border-line bg-panel" />
          <div className="h-60 rounded-3 border border-line bg-panel" />
        </div>
      </div>
    </Skeleton>
  )
}
