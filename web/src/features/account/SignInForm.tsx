import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { SubmitEvent } from 'react'
import { WalletProblem } from '#/backend/problem'
import { useMoralis } from '#/backend/use-moralis'
import { SignInError } from '#/features/account/SignInError'
import { UsernameField } from '#/features/account/UsernameField'
import { formFields } from '#/lib/form'
import { Keys } from '#/ui/Keys'
import { PasswordField } from '#/ui/PasswordField'
import { ShortForm } from '#/ui/ShortForm'

/** User name and password. What was typed survives a refusal. */
export function SignInForm() {
  const { t } = useLingui()
  const { login, authError, isAuthenticating } = useMoralis()

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const { username, password } = formFields(event, 'username', 'password')
    void login(username.trim(), password)
  }

  return (
    <ShortForm
      label={t`Sign in`}
      onSubmit={onSubmit}
      complaint={authError && !(authError instanceof WalletProblem) && <SignInError problem={authError} />}
      submit={<Trans>Sign in</Trans>}
      keys={<Keys of={['↵']} />}
      busy={isAuthenticating}
      after={<Link to="/reset-password" className="max-md:py-3">{t`Forgot password?`}</Link>}
    >
      <UsernameField />
      <PasswordField
        name="password"
        label={<Trans>Password</Trans>}
        size="large"
        required
        autoComplete="current-password"
      />
    </ShortForm>
  )
}
