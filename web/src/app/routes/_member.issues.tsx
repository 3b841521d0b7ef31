import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { Page } from '#/app/shell/Page'
import { EmptyState } from '#/ui/EmptyState'
import { Panel } from '#/ui/Panel'

export const Route = createFileRoute('/_member/issues')({ component: Issues })

function Issues() {
  const { t } = useLingui()
  return (
    <Page heading={t`Issues`}>
      <Panel flush title={<Trans>Open</Trans>}>
        <EmptyState title={<Trans>Nobody has reported anything yet.</Trans>} />
      </Panel>
    </Page>
  )
}
