import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { Page } from '#/app/shell/Page'
import { rewardListQuery } from '#/entities/reward/queries'
import { Await } from '#/ui/Await'
import { EmptyState } from '#/ui/EmptyState'
import { SkeletonRows } from '#/ui/Skeleton'

export const Route = createFileRoute('/_member/payouts/')({ component: NewestPayout })

/** The payout that was published last. */
function NewestPayout() {
  const { t } = useLingui()
  const list = useQuery(rewardListQuery())
  const heading = t`Payouts`
  return (
    <Page noReport heading={heading} title={heading} parent={{ to: '/leaderboard', label: t`Leaderboard` }}>
      <Await
        alone
        query={list}
        skeleton={<SkeletonRows rows={6} />}
        failed={<Trans>Couldn’t load the payouts.</Trans>}
      >
        {payouts => {
          const newest = payouts.find(({ state }) => state === 'published' || state === 'void')
          return newest ? (
            <Navigate to="/payouts/$number" params={{ number: String(newest.season) }} replace />
          ) : (
            <div className="rounded-3 border border-line bg-panel pt-1">
              <EmptyState level={2} title={<Trans>No payout is published yet.</Trans>}>
                <Trans>A payout is published after a season is final.</Trans>
              </EmptyState>
            </div>
          )
        }}
      </Await>
    </Page>
  )
}
