import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { MissingPage } from '#/app/shell/MissingPage'
import { Page } from '#/app/shell/Page'
import { rewardListQuery } from '#/entities/reward/queries'
import { SeasonPayouts } from '#/features/leaderboard/payout/SeasonPayouts'
import { ButtonLink } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'

export const Route = createFileRoute('/_member/payouts/$number')({ component: PayoutRoute })

function PayoutRoute() {
  const { number } = Route.useParams()
  return /^\d{1,9}$/.test(number) ? <Payout season={Number(number)} /> : <MissingPage />
}

/** What a season paid. */
function Payout({ season }: { season: number }) {
  const { t } = useLingui()
  const heading = t`Payout of season ${season}`
  const list = useQuery(rewardListQuery(season)).data
  const isThere = list?.some(({ state }) => state === 'published' || state === 'void')
  return (
    <Page
      noReport
      heading={heading}
      title={heading}
      parent={{ to: '/leaderboard', label: t`Leaderboard` }}
      actions={
        <ButtonLink kind="ghost" to="/leaderboard/seasons/$number" params={{ number: String(season) }}>
          <Trans>Final ranking</Trans>
        </ButtonLink>
      }
    >
      {list && !isThere ? (
        <EmptyState level={2} title={<Trans>No payout of this season is published.</Trans>} />
      ) : (
        <SeasonPayouts season={season} />
      )}
    </Page>
  )
}
