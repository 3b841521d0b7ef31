import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { IssueRow } from '#/entities/issue/schema'
import { StatusMark } from '#/entities/issue/StatusMark'
import { profileQuery } from '#/features/profile/api'
import type { Profile } from '#/features/profile/model'
import { Await } from '#/ui/Await'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'
import { RowBars } from '#/ui/plot/RowBars'
import { SkeletonRows } from '#/ui/Skeleton'

/** What a user reported for everybody to see, and what became of it. */
export function Reports({ username }: { username: string }) {
  const query = useQuery(profileQuery(username))
  return (
    <Await
      alone
      query={query}
      skeleton={<SkeletonRows rows={5} />}
      failed={<Trans>Couldn’t load the reports.</Trans>}
    >
      {profile => (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
          <ReportList reports={profile.reports} own={profile.own} />
          <Outcomes outcomes={profile.outcomes} />
        </div>
      )}
    </Await>
  )
}

function ReportList({ reports, own }: { reports: IssueRow[]; own: boolean }) {
  return (
    <Panel flush title={<Trans>Reports</Trans>} note={reports.length}>
      {reports.length === 0 ? (
        <EmptyState
          title={own ? <Trans>You have not reported anything yet.</Trans> : <Trans>No reports to see.</Trans>}
        />
      ) : (
        <ul className="border-t border-line-faint">
          {reports.map(issue => (
            <li
              key={issue.id}
              className="grid min-h-10 grid-cols-[44px_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line-faint px-4 py-1.5 first:border-t-0 hover:bg-hover max-md:grid-cols-[44px_minmax(0,1fr)] max-md:py-3"
            >
              <span className="text-ink-3">#{issue.number}</span>
              <Link
                to="/issues/$number"
                params={{ number: String(issue.number) }}
                className="truncate font-medium text-ink hover:text-ink"
              >
                {issue.title}
              </Link>
              <span className="max-md:col-start-2">
                <StatusMark status={issue.status} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Outcomes({ outcomes }: { outcomes: Profile['outcomes'] }) {
  const { t } = useLingui()
  return (
    <Panel title={<Trans>Reports by outcome</Trans>}>
      <RowBars
        label={t`Reports by outcome`}
        bars={[
          {
            key: 'confirmed',
            label: <Trans>Confirmed</Trans>,
            value: outcomes.confirmed,
            colour: 'var(--success)',
          },
          { key: 'open', label: <Trans>Open</Trans>, value: outcomes.open },
          {
            key: 'duplicate',
            label: <Trans>Duplicate</Trans>,
            value: outcomes.duplicate,
            colour: 'var(--viz-ghost)',
          },
          { key: 'closed', label: <Trans>Closed</Trans>, value: outcomes.closed, colour: 'var(--viz-ghost)' },
        ]}
      />
    </Panel>
  )
}
