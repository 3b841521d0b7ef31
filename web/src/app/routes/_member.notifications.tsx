import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { readAhead } from '#/app/read-ahead'
import { Page } from '#/app/shell/Page'
import { useMoralis } from '#/backend/use-moralis'
import { NotificationScreen } from '#/features/notifications/NotificationScreen'

export const Route = createFileRoute('/_member/notifications')({
  component: Notifications,
  shouldReload: false,
  loader: ahead => readAhead('notifications', ahead),
})

function Notifications() {
  const { t } = useLingui()
  const { user, expired } = useMoralis()
  return (
    <Page heading={t`Inbox`} title={t`Inbox`}>
      <NotificationScreen username={(user ?? expired)?.username ?? null} />
    </Page>
  )
}
