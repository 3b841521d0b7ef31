import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, Link, Navigate, notFound } from '@tanstack/react-router'
import { Threshold } from '#/app/shell/Threshold'
import { useMoralis } from '#/backend/use-moralis'
import { SignUpForm } from '#/features/account/SignUpForm'
import { settings } from '#/lib/settings'
import { useTitle } from '#/lib/use-title'

export const Route = createFileRoute('/sign-up')({
  component: SignUp,
  beforeLoad: () => {
    if (!settings.signUp) throw notFound()
  },
})

function SignUp() {
  const { t } = useLingui()
  const { isAuthenticated } = useMoralis()
  useTitle(t`Create an account`)
  if (isAuthenticated) return <Navigate to="/" replace />

  return (
    <Threshold heading={<Trans>Create an account</Trans>}>
      <SignUpForm />
      <p className="mt-6 border-t border-line pt-4 text-ink-2">
        <Trans>
          Have an account?{' '}
          <Link to="/login" className="underline underline-offset-2">
            Sign in
          </Link>
        </Trans>
      </p>
    </Threshold>
  )
}
