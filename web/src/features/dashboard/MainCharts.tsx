import { CoveragePanel } from '#/features/dashboard/CoveragePanel'
import { FailureClasses } from '#/features/dashboard/FailureClasses'
import { HotClusters } from '#/features/dashboard/HotClusters'
import type { AdminDashboard, Period } from '#/features/dashboard/model'
import { InOut, QueueAge } from '#/features/dashboard/QueuePlots'
import { ResponseTimes } from '#/features/dashboard/ResponseTimes'

interface Props {
  dashboard: AdminDashboard
  days: Period
  build: string | undefined
}

/** The six charts that an administrator reads every day. */
export function MainCharts({ dashboard, days, build }: Props) {
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <FailureClasses days={days} build={build} />
      <HotClusters />
      <InOut days={dashboard.inOut} />
      <CoveragePanel days={days} />
      <QueueAge ages={dashboard.queueAge} />
      <ResponseTimes weeks={dashboard.times} />
    </div>
  )
}
