import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { PublicLayout } from '#/app/shell/PublicLayout'
import { type Verification, VerificationResult } from '#/features/account/VerificationResult'
import { useTitle } from '#/lib/use-title'

export const Route = createFileRoute('/verify-email')({
  component: VerifyEmail,
  // The server tests the token and sends the browser here with the outcome.
  validateSearch: (search): { result: Verification } => {
    const { result } = search
    return { result: result === 'verified' || result === 'expired' ? result : 'invalid' }
  },
})

function VerifyEmail() {
  const { t } = useLingui()
  const { result } = Route.useSearch()
  useTitle(t`Verify your e-mail address`)

  return (
    <PublicLayout heading={<Trans>E-mail address</Trans>}>
      <VerificationResult result={result} />
      <p className="mt-6 border-t border-line pt-4">
        <Link to="/login">{t`Back to sign-in`}</Link>
      </p>
    </PublicLayout>
  )
}
