import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { MissingPage } from '#/app/shell/MissingPage'
import { Page } from '#/app/shell/Page'
import { useMoralis } from '#/backend/use-moralis'
import { takeHanded } from '#/features/account-link/callback'
import { LinkResult } from '#/features/account-link/LinkResult'
import { SERVICE_NAME, SERVICES } from '#/features/account-link/model'

export const Route = createFileRoute('/_member/link/$service')({
  component: FinishLink,
  // Before anything is shown or asked for: what a service put into the address stays neither there nor in the history.
  beforeLoad: ({ location, params, preload }) => {
    if (!preload && takeHanded({ ...location.search }))
      throw redirect({ to: '/link/$service', params, search: {}, replace: true })
  },
})

/** Where a service sends people back to after they agreed to be linked. */
function FinishLink() {
  const { t } = useLingui()
  const { service: wanted } = Route.useParams()
  const { user, expired } = useMoralis()
  const username = (user ?? expired)?.username
  const service = SERVICES.find(known => known === wanted)
  if (!service || !username) return <MissingPage />
  const name = SERVICE_NAME[service]
  return (
    <Page
      heading={t`Link ${name}`}
      title={t`Link ${name}`}
      parent={{ to: '/', label: t`Dashboard` }}
      noReport
    >
      <div className="max-w-[40rem] rounded-3 border border-line bg-panel">
        <LinkResult service={service} username={username} />
      </div>
    </Page>
  )
}
