import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readAhead } from '#/app/read-ahead'
import { Page } from '#/app/shell/Page'
import { readPlace } from '#/features/leaderboard/address'
import { Leaderboard } from '#/features/leaderboard/Leaderboard'

export const Route = createFileRoute('/_member/leaderboard/')({
  component: LeaderboardPage,
  validateSearch: readPlace,
  shouldReload: false,
  loader: ahead => readAhead('leaderboard', ahead),
})

function LeaderboardPage() {
  const { t } = useLingui()
  const { view = 'top', page = 1 } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <Page heading={t`Leaderboard`}>
      <Leaderboard
        view={view}
        page={page}
        onView={(next, at) =>
          void navigate({ search: readPlace({ view: next, page: at }), resetScroll: false })
        }
      />
    </Page>
  )
}
