import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { IssueRow } from '#/entities/issue/schema'
import { SeverityMark } from '#/entities/issue/SeverityMark'
import { StatusMark } from '#/entities/issue/StatusMark'
import { programmeQuery } from '#/entities/programme/queries'
import { ButtonLink } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'

/** What became of the own reports, the liveliest first. */
export function MyReports({ reports }: { reports: IssueRow[] }) {
  const { t } = useLingui()
  return (
    <Panel
      flush
      title={<Trans>My reports</Trans>}
      actions={
        reports.length > 0 && (
          <Link to="/issues" search={{ q: 'reporter:me' }} className="text-12">{t`See all`}</Link>
        )
      }
    >
      {reports.length === 0 ? (
        <EmptyState
          title={<Trans>You have not reported anything yet.</Trans>}
          actions={<ButtonLink to="/issues/new">{t`Report a problem`}</ButtonLink>}
        >{t`Every report gets an answer. Follow yours here.`}</EmptyState>
      ) : (
        <ul className="border-t border-line-faint">
          {reports.map(issue => (
            <ReportLine key={issue.id} issue={issue} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** One report in a line; on phones in two. */
export function ReportLine({ issue }: { issue: IssueRow }) {
  const { t } = useLingui()
  const programme = useQuery(programmeQuery).data
  const words = programme?.statusWords[issue.kind]
  const duplicate = issue.duplicateOf !== null
  return (
    <li className="grid min-h-10 grid-cols-[44px_minmax(0,1fr)_150px_84px_70px] items-center gap-x-3 gap-y-0.5 border-t border-line-faint px-4 py-1.5 first:border-t-0 hover:bg-hover max-md:grid-cols-[44px_minmax(0,1fr)] max-md:py-3">
      <span className="text-ink-3">#{issue.number}</span>
      <Link
        to="/issues/$number"
        params={{ number: String(issue.number) }}
        className="truncate font-medium text-ink hover:text-ink"
      >
        {issue.title}
      </Link>
      <span className="max-md:col-start-2">
        <StatusMark status={issue.status} word={duplicate ? t`Duplicate` : (words?.[issue.status] ?? null)} />
      </span>
      <span className="text-12 text-ink-3 max-md:hidden">
        {duplicate ? (
          <Trans>of #{issue.duplicateOf}</Trans>
        ) : issue.severity ? (
          <SeverityMark severity={issue.severity} word={programme?.severityWords[issue.severity] ?? null} />
        ) : issue.kind === 'bug' ? (
          <Trans>not graded</Trans>
        ) : null}
      </span>
      <span className="text-right text-12 whitespace-nowrap text-ink-2 max-md:hidden">
        <Plural value={issue.voteCount} one="# person" other="# people" />
      </span>
    </li>
  )
}
