import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Code, type Problem } from '#/backend/problem'
import { checkToken } from '#/features/setup/api'
import type { Step, StepProps } from '#/features/setup/step'
import { MIN_PASSWORD } from '#/lib/password-rule'
import { PasswordField } from '#/ui/PasswordField'
import { TextField } from '#/ui/TextField'

const OURS = new Set<number>([
  Code.forbidden,
  Code.invalidEmail,
  Code.usernameMissing,
  Code.passwordMissing,
  Code.usernameTaken,
  Code.emailTaken,
  Code.emailMissing,
])

/** The server names the field in the sentence of a refusal. */
const concerns = (problem: Problem) =>
  OURS.has(problem.code) ||
  (problem.code === Code.validation && /user ?name|password|e-?mail/i.test(problem.message))

function Administrator({ draft, change, problem }: StepProps) {
  const wrongToken = problem?.code === Code.forbidden
  // A token that came with the address need not be looked at, unless it is wrong.
  const [brought] = useState(() => draft.token !== '')

  return (
    <>
      {(!brought || wrongToken) && (
        <TextField
          name="token"
          label={<Trans>Setup token</Trans>}
          hint={
            <Trans>
              <code className="mono">touchstone admin setup-link</code> shows it on the server.
            </Trans>
          }
          size="large"
          mono
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus={!brought || undefined}
          value={draft.token}
          onChange={event => change({ token: event.currentTarget.value })}
          error={
            wrongToken && (
              <Trans>Wrong setup token. A restart may have created a new one.</Trans>
            )
          }
        />
      )}
      <TextField
        name="username"
        label={<Trans>Username</Trans>}
        size="large"
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus={brought || undefined}
        value={draft.username}
        onChange={event => change({ username: event.currentTarget.value })}
      />
      <TextField
        name="email"
        type="email"
        label={<Trans>E-mail (optional)</Trans>}
        hint={<Trans>Used to reset a forgotten password. Not shown to others.</Trans>}
        size="large"
        autoComplete="email"
        value={draft.email}
        onChange={event => change({ email: event.currentTarget.value })}
      />
      <PasswordField
        name="password"
        label={<Trans>Password</Trans>}
        hint={<Trans>At least {MIN_PASSWORD} characters. A few words in a row are easy to remember.</Trans>}
        size="large"
        required
        minLength={MIN_PASSWORD}
        autoComplete="new-password"
        value={draft.password}
        onChange={event => change({ password: event.currentTarget.value })}
      />
    </>
  )
}

/** Who runs the programme, proven by the token that only the operator has seen. */
export const administrator: Step = {
  id: 'administrator',
  title: msg`Administrator`,
  Body: Administrator,
  next: msg`Continue`,
  leave: ({ token }) => checkToken(token),
  concerns,
}
