import { Trans, useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'
import { Code } from '#/backend/problem'
import { useMoralis } from '#/backend/use-moralis'
import { useProblemWords } from '#/backend/use-problem-words'
import { fieldsOf } from '#/lib/form'
import { MIN_PASSWORD } from '#/features/account/password-rule'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { PasswordField } from '#/ui/PasswordField'
import { TextField } from '#/ui/TextField'

/** A new account. The server's complaint about one field stands at that field. */
export function SignUpForm() {
  const { t } = useLingui()
  const { signup, authError, isAuthenticating } = useMoralis()
  const { sayProblem } = useProblemWords()
  const said = sayProblem(authError)
  const aboutName = authError?.code === Code.usernameTaken || authError?.code === Code.usernameMissing
  const aboutMail = authError?.code === Code.emailTaken || authError?.code === Code.invalidEmail

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { username, email, password } = fieldsOf(event, 'username', 'email', 'password')
    void signup(username.trim(), password, email.trim())
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3" aria-label={t`Create an account`}>
      <TextField
        name="username"
        label={<Trans>Username</Trans>}
        size="large"
        required
        autoFocus
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={aboutName && said}
      />
      <TextField
        name="email"
        type="email"
        label={<Trans>E-mail</Trans>}
        hint={<Trans>To reset a forgotten password. Nobody else sees it.</Trans>}
        size="large"
        required
        autoComplete="email"
        error={aboutMail && said}
      />
      <PasswordField
        name="password"
        label={<Trans>Password</Trans>}
        hint={<Trans>At least {MIN_PASSWORD} characters. A few words in a row are easy to remember.</Trans>}
        size="large"
        required
        minLength={MIN_PASSWORD}
        autoComplete="new-password"
      />
      <Complaint>{!aboutName && !aboutMail && said}</Complaint>
      <div className="mt-1">
        <Button type="submit" kind="primary" size="large" shape="block" busy={isAuthenticating}>
          <Trans>Create account</Trans>
        </Button>
      </div>
    </form>
  )
}
