import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Page } from '#/app/shell/Page'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'

export const Route = createFileRoute('/_member/leaderboard')({ component: Leaderboard })

function Leaderboard() {
  const { t } = useLingui()
  return (
    <Page heading={t`Leaderboard`}>
      <Panel flush title={<Trans>Standings</Trans>}>
        <EmptyState title={<Trans>No points yet.</Trans>}>
          <Trans>Only judged outcomes count: a confirmed report, a correct check, a finished mission.</Trans>
        </EmptyState>
      </Panel>
    </Page>
  )
}
