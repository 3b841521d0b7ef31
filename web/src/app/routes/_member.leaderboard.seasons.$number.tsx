import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readAhead } from '#/app/read-ahead'
import { Page } from '#/app/shell/Page'
import { readPlace } from '#/features/leaderboard/address'
import { Leaderboard } from '#/features/leaderboard/Leaderboard'

export const Route = createFileRoute('/_member/leaderboard/seasons/$number')({
  component: SeasonPage,
  validateSearch: readPlace,
  shouldReload: false,
  loader: ahead => readAhead('leaderboard', ahead),
})

/** A season that is over, as it ended. */
function SeasonPage() {
  const { t } = useLingui()
  const { number } = Route.useParams()
  const { view = 'top', page = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  const heading = t`Season ${number}`
  return (
    <Page heading={heading} title={heading} parent={{ to: '/leaderboard', label: t`Leaderboard` }}>
      <Leaderboard
        key={number}
        season={Number(number)}
        view={view}
        page={page}
        onView={(next, at) =>
          void navigate({ search: readPlace({ view: next, page: at }), resetScroll: false })
        }
      />
    </Page>
  )
}
