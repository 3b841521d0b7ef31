import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { SubmitEvent } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { useProblemWords } from '#/backend/use-problem-words'
import { fieldsOf } from '#/lib/form'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { Keys } from '#/ui/Keys'
import { PasswordField } from '#/ui/PasswordField'
import { TextField } from '#/ui/TextField'

/** User name and password. What was typed survives a refusal. */
export function SignInForm() {
  const { t } = useLingui()
  const { login, authError, isAuthenticating } = useMoralis()
  const { saySignInProblem } = useProblemWords()

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { username, password } = fieldsOf(event, 'username', 'password')
    void login(username.trim(), password)
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3" aria-label={t`Sign in`}>
      <TextField
        name="username"
        label={<Trans>Username</Trans>}
        size="large"
        required
        autoFocus
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        name="password"
        label={<Trans>Password</Trans>}
        size="large"
        required
        autoComplete="current-password"
      />
      <Complaint>{saySignInProblem(authError)}</Complaint>
      <div className="mt-1 flex items-center gap-5">
        <span className="flex-1">
          <Button
            type="submit"
            kind="primary"
            size="large"
            shape="block"
            busy={isAuthenticating}
            keys={<Keys of={['↵']} />}
          >
            <Trans>Sign in</Trans>
          </Button>
        </span>
        <Link to="/reset-password" className="max-md:py-3">
          <Trans>Forgot password?</Trans>
        </Link>
      </div>
    </form>
  )
}
