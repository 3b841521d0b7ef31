import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { MissingPage } from '#/app/shell/MissingPage'
import { Page } from '#/app/shell/Page'
import { useMoralis } from '#/backend/use-moralis'
import { settings, version } from '#/lib/settings'
import { Facts } from '#/ui/Facts'
import { Panel } from '#/ui/Panel'
import { SkeletonRows } from '#/ui/Skeleton'

export const Route = createFileRoute('/_member/admin/settings')({ component: Settings })

/** For administrators, by the server's word: what the browser remembers of somebody's role is not enough. */
function Settings() {
  const { t } = useLingui()
  const { user, expired, isAuthUndefined } = useMoralis()
  if (!(user ?? expired)?.isAdmin) return <MissingPage />

  return (
    <Page heading={t`Settings`}>
      {isAuthUndefined ? (
        <SkeletonRows rows={3} />
      ) : (
        <Panel title={<Trans>General</Trans>}>
          <Facts
            facts={[
              { name: <Trans>Product</Trans>, value: settings.product },
              { name: <Trans>Short name</Trans>, value: settings.shortName },
              { name: <Trans>Version</Trans>, value: version },
            ]}
          />
        </Panel>
      )}
    </Page>
  )
}
