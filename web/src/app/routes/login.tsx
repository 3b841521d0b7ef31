import { Trans } from '@lingui/react/macro'
import { createFileRoute, Link, Navigate } from '@tanstack/react-router'
import { Threshold } from '#/app/shell/Threshold'
import { useMoralis } from '#/backend/use-moralis'
import { SignInForm } from '#/features/account/SignInForm'
import { ownAddress } from '#/lib/own-address'
import { settings } from '#/lib/settings'
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
  useTitle()
  if (isAuthenticated || isAuthUndefined) return <Navigate to={from ?? '/'} replace />

  return (
    <Threshold>
      <SignInForm />
      {settings.signUp && (
        <p className="mt-6 border-t border-line pt-4 text-ink-2">
          <Trans>
            New here?{' '}
            <Link to="/sign-up" className="underline underline-offset-2">
              Create an account
            </Link>
          </Trans>
        </p>
      )}
    </Threshold>
  )
}
