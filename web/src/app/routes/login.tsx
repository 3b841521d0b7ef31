import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, Navigate } from '@tanstack/react-router'
import { PublicLayout } from '#/app/shell/PublicLayout'
import { useMoralis } from '#/backend/use-moralis'
import { usePublicFacts } from '#/backend/use-public-facts'
import { DemoEntry } from '#/features/account/DemoEntry'
import { InvitationEntry } from '#/features/account/InvitationEntry'
import { SignInForm } from '#/features/account/SignInForm'
import { WalletSignIn } from '#/features/wallet/WalletSignIn'
import { ownAddress } from '#/lib/own-address'
import { type Access, settings } from '#/lib/settings'
import { useTitle } from '#/lib/use-title'

export const Route = createFileRoute('/login')({
  component: Login,
  validateSearch: (search): { from?: string } => {
    const from = ownAddress(search['from'])
    return from ? { from } : {}
  },
})

function Login() {
  const { from } = Route.useSearch()
  const { isAuthenticated, isAuthUndefined } = useMoralis()
  const { setupNeeded, access } = usePublicFacts()
  useTitle()
  if (isAuthenticated || isAuthUndefined) return <Navigate to={from ?? '/'} replace />

  if (settings.demo)
    return (
      <PublicLayout>
        <DemoEntry demo={settings.demo} />
      </PublicLayout>
    )
  return (
    <PublicLayout>
      {setupNeeded && <SetupNotice />}
      {!setupNeeded && <WalletSignIn wallets={settings.wallets} access={access} />}
      <SignInForm />
      {!setupNeeded && access !== 'closed' && (
        <div className="mt-6 border-t border-line pt-4">
          <NewHere access={access} from={from} />
        </div>
      )}
    </PublicLayout>
  )
}

function NewHere({ access, from }: { access: Access; from: string | undefined }) {
  if (access === 'invite') return <InvitationEntry from={from} />
  if (access === 'wallets')
    return (
      <>
        {settings.wallets && (
          <p className="mb-3 text-ink-2">
            <Trans>New here? Sign in with a wallet on the list, or use an invitation.</Trans>
          </p>
        )}
        <InvitationEntry from={from} />
      </>
    )
  return (
    <p className="text-ink-2">
      <Trans>
        New here?{' '}
        <Link to="/sign-up" search={from ? { from } : {}} className="underline underline-offset-2">
          Create an account
        </Link>
      </Trans>
    </p>
  )
}

/** No user can sign in yet: the operator needs to know how to set the server up. */
function SetupNotice() {
  return (
    <div role="status" className="mb-5 rounded-3 border border-line-strong bg-panel px-3.5 py-3 text-ink-2">
      <p className="font-medium text-ink">
        <Trans>This server is not set up yet.</Trans>
      </p>
      <p className="mt-1">
        <Trans>
          If you run this server,{' '}
          <Link to="/setup" className="underline underline-offset-2">
            set it up
          </Link>
          . Run <code>touchstone admin setup-link</code> on the server to get the address with the one-time
          token.
        </Trans>
      </p>
    </div>
  )
}
