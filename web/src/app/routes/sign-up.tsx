import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, Link, Navigate } from '@tanstack/react-router'
import { NotFound } from '#/app/shell/error-pages'
import { PublicLayout } from '#/app/shell/PublicLayout'
import { useMoralis } from '#/backend/use-moralis'
import { usePublicFacts } from '#/backend/use-public-facts'
import { SignUpForm } from '#/features/account/SignUpForm'
import { ownAddress } from '#/lib/own-address'
import { useTitle } from '#/lib/use-title'

export const Route = createFileRoute('/sign-up')({
  component: SignUp,
  // An invitation is a link with its code.
  validateSearch: (search): { code?: string; from?: string } => {
    const from = ownAddress(search['from'])
    return {
      ...(typeof search['code'] === 'string' ? { code: search['code'] } : {}),
      ...(from ? { from } : {}),
    }
  },
})

function SignUp() {
  const { t } = useLingui()
  const { code, from } = Route.useSearch()
  const { isAuthenticated } = useMoralis()
  const { access } = usePublicFacts()
  useTitle(t`Create an account`)
  if (isAuthenticated) return <Navigate to={from ?? '/'} replace />
  if (access === 'closed') return <NotFound />

  return (
    <PublicLayout heading={<Trans>Create an account</Trans>}>
      {/* The form restarts when the programme turns out to want an invitation. */}
      <SignUpForm key={access} invited={access !== 'open'} code={code} />
      <p className="mt-6 border-t border-line pt-4 text-ink-2">
        <Trans>
          Have an account?{' '}
          <Link to="/login" search={from ? { from } : {}} className="underline underline-offset-2">
            Sign in
          </Link>
        </Trans>
      </p>
    </PublicLayout>
  )
}
