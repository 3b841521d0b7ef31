import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useLocation } from '@tanstack/react-router'
import { lazy } from 'react'
import { readAhead } from '#/app/read-ahead'
import { MissingPage } from '#/app/shell/MissingPage'
import { Page } from '#/app/shell/Page'
import { problemFrom } from '#/backend/problem'
import { issueQuery } from '#/entities/issue/queries'
import { placeIn } from '#/features/issues/list/order'
import { IssueScreen } from '#/features/issues/page/IssueScreen'
import { figure } from '#/lib/number'
import { Keys } from '#/ui/Keys'

const TrackerPanel = lazy(async () => ({
  default: (await import('#/features/trackers/TrackerPanel')).TrackerPanel,
}))

export const Route = createFileRoute('/_member/issues/$number')({
  component: IssuePage,
  shouldReload: false,
  loader: ahead => readAhead('issue', ahead),
})

const isNumber = (text: string) => /^\d{1,9}$/.test(text)

function IssuePage() {
  const { number } = Route.useParams()
  return isNumber(number) ? <IssueRoute number={Number(number)} /> : <MissingPage />
}

function IssueRoute({ number }: { number: number }) {
  const { t } = useLingui()
  const navigate = Route.useNavigate()
  const order = useLocation({ select: ({ state }) => state.order })
  const issue = useQuery(issueQuery(number))
  const place = order ? placeIn(order, number) : null

  function step(by: 1 | -1) {
    const to = by === 1 ? place?.next : place?.previous
    if (to && order) void navigate({ params: { number: String(to) }, state: { order }, replace: true })
  }

  if (!issue.data && issue.isError && problemFrom(issue.error).missing) return <MissingPage />
  return (
    <Page
      heading={`#${number}`}
      title={issue.data ? `#${number} ${issue.data.issue.title}` : `#${number}`}
      parent={{ to: '/issues', label: t`Issues` }}
      actions={
        place && (
          <span className="order-first mr-2 flex items-center gap-1.5 text-12 whitespace-nowrap text-ink-3 max-lg:hidden">
            <Trans>
              {figure(place.place)} of {figure(place.total)}
            </Trans>
            <Keys of={['n', 'p']} />
          </span>
        )
      }
    >
      <IssueScreen key={number} number={number} onStep={step} beside={view => <TrackerPanel view={view} />} />
    </Page>
  )
}
