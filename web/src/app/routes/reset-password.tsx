import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, Link } from '@tanstack/react-router'
import { PublicLayout } from '#/app/shell/PublicLayout'
import { ForgottenPasswordForm } from '#/features/account/ForgottenPasswordForm'
import { NewPasswordForm } from '#/features/account/NewPasswordForm'
import { useTitle } from '#/lib/use-title'

export const Route = createFileRoute('/reset-password')({
  component: ResetPassword,
  // The mail's link brings a token, or the word that the token is no longer good.
  validateSearch: (search): { token?: string; invalid?: boolean } => ({
    ...(typeof search['token'] === 'string' ? { token: search['token'] } : {}),
    ...(search['invalid'] ? { invalid: true } : {}),
  }),
})

function ResetPassword() {
  const { t } = useLingui()
  const { token, invalid } = Route.useSearch()
  useTitle(t`Reset your password`)

  return (
    <PublicLayout heading={token ? <Trans>Choose a new password</Trans> : <Trans>Reset your password</Trans>}>
      {invalid && (
        <p role="alert" className="mb-4 text-14 text-ink-2">
          <Trans>This link is invalid or has already been used. Request a new one.</Trans>
        </p>
      )}
      {token ? <NewPasswordForm token={token} /> : <ForgottenPasswordForm />}
      <p className="mt-6 border-t border-line pt-4">
        <Link to="/login">{t`Back to sign-in`}</Link>
      </p>
    </PublicLayout>
  )
}
