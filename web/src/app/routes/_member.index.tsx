import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Page } from '#/app/shell/Page'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'

export const Route = createFileRoute('/_member/')({ component: Dashboard })

function Dashboard() {
  const { t } = useLingui()
  return (
    <Page heading={t`Dashboard`}>
      <Panel flush title={<Trans>Waiting for you</Trans>}>
        <EmptyState title={<Trans>Nothing waits for you.</Trans>}>
          <Trans>Checks of fixes and questions about your reports appear here.</Trans>
        </EmptyState>
      </Panel>
    </Page>
  )
}
