import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import { PinnedAnnouncements } from '#/entities/announcement/PinnedAnnouncements'
import { programmeQuery } from '#/entities/programme/queries'
import { AdminPlots } from '#/features/dashboard/AdminPlots'
import { adminQuery } from '#/features/dashboard/api'
import { FailurePanels } from '#/features/dashboard/FailurePanels'
import { LookUp } from '#/features/dashboard/LookUp'
import { type AdminDashboard as AdminData, type Period, PERIODS } from '#/features/dashboard/model'
import { SetupSteps } from '#/features/dashboard/SetupSteps'
import { Tiles } from '#/features/dashboard/Tiles'
import { useLiveAdminDashboard } from '#/features/dashboard/use-live-dashboard'
import { usePageCommands } from '#/lib/page-commands'
import { Await } from '#/ui/Await'
import { ButtonLink } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Keys } from '#/ui/Keys'
import { Deferred } from '#/ui/Deferred'
import { Panel } from '#/ui/Panel'
import { Segmented } from '#/ui/Segmented'
import { SelectField } from '#/ui/SelectField'
import { Bone, Skeleton } from '#/ui/Skeleton'

interface Props {
  days: Period
  build: string | undefined
  onChange: (days: Period, build: string | undefined) => void
}

/** Whether anything burns, and how the programme is doing. */
export function AdminDashboard({ days, build, onChange }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const query = useQuery(adminQuery(days, build))
  useLiveAdminDashboard()
  const step = (by: number) => {
    const next = PERIODS[PERIODS.indexOf(days) + by]
    if (next) onChange(next, build)
  }
  usePageCommands([
    { id: 'triage', label: t`Go to triage`, keys: ['t'], run: () => void navigate({ to: '/issues/triage' }) },
    { id: 'shorter', label: t`Shorter period`, keys: ['['], run: () => step(-1) },
    { id: 'longer', label: t`Longer period`, keys: [']'], run: () => step(1) },
  ])

  return (
    <div className="grid grid-cols-1 gap-4" aria-busy={query.isPlaceholderData}>
      <PinnedAnnouncements />
      <LookUp slim />
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={t`Period`}
          value={String(days)}
          onChange={chosen => onChange(Number(chosen) as Period, build)}
          options={[
            { value: '7', label: <Trans>7 days</Trans> },
            { value: '30', label: <Trans>30 days</Trans> },
            { value: '90', label: <Trans>90 days</Trans> },
          ]}
        />
        <BuildChoice build={build} onChange={chosen => onChange(days, chosen)} />
        <span className="ml-auto">
          <ButtonLink
            to="/issues/triage"
            icon={<Inbox size={14} strokeWidth={1.9} aria-hidden />}
            keys={<Keys of={['t']} />}
          >
            <Trans>Go to triage</Trans>
          </ButtonLink>
        </span>
      </div>
      <Await
        alone
        query={query}
        skeleton={<AdminSkeleton />}
        failed={<Trans>The dashboard did not load.</Trans>}
      >
        {dashboard => (
          <>
            <SetupSteps steps={dashboard.setup} />
            <Tiles dashboard={dashboard} />
            {hasBegun(dashboard) ? (
              <Deferred>
                <FailurePanels days={days} build={build} />
                <AdminPlots dashboard={dashboard} />
              </Deferred>
            ) : (
              <NotBegun />
            )}
          </>
        )}
      </Await>
    </div>
  )
}

/** Whether anything was ever reported: eight plots of nothing say less than a sentence. */
const hasBegun = ({ queue, inOut, outcomes }: AdminData) =>
  queue.waiting > 0 || outcomes.length > 0 || inOut.some(day => day.new + day.resolved + day.open > 0)

function NotBegun() {
  return (
    <Panel flush title={<Trans>How it goes</Trans>}>
      <EmptyState title={<Trans>Nothing has been reported yet.</Trans>}>
        <Trans>
          Reports per day, the age of the queue, answer times and points are drawn from the first on.
        </Trans>
      </EmptyState>
    </Panel>
  )
}

function BuildChoice({ build, onChange }: { build: string | undefined; onChange: (build?: string) => void }) {
  const { t } = useLingui()
  const builds = useQuery(programmeQuery).data?.builds ?? []
  return (
    <span className="w-36 [&_label]:sr-only">
      <SelectField
        label={t`Build`}
        value={build ?? ''}
        onChange={event => onChange(event.target.value || undefined)}
      >
        <option value="">{t`All builds`}</option>
        {builds.map(({ id, version, channel }) => (
          <option key={id} value={id}>
            {channel} {version}
          </option>
        ))}
      </SelectField>
    </span>
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
