import { Trans, useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'
import { client } from '#/backend/client'
import { useProblemWords } from '#/backend/use-problem-words'
import { MIN_PASSWORD } from '#/features/account/password-rule'
import { useRequest } from '#/features/account/use-request'
import { fieldsOf } from '#/lib/form'
import { Button, ButtonLink } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { PasswordField } from '#/ui/PasswordField'

/** A new password by the token out of the mail. */
export function NewPasswordForm({ token }: { token: string }) {
  const { t } = useLingui()
  const { request, run, problem } = useRequest<void>()
  const { sayProblem } = useProblemWords()

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { password } = fieldsOf(event, 'password')
    void run(async () => (await client()).resetPassword(token, password))
  }

  if (request.state === 'done') {
    return (
      <div className="grid gap-4">
        <p role="status" className="text-14 text-ink-2">
          <Trans>Your password is changed. All your sessions have ended.</Trans>
        </p>
        <ButtonLink to="/login" kind="primary" size="large" shape="block">
          <Trans>Sign in</Trans>
        </ButtonLink>
      </div>
    )
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3" aria-label={t`Choose a new password`}>
      <PasswordField
        name="password"
        label={<Trans>New password</Trans>}
        hint={<Trans>At least {MIN_PASSWORD} characters. A few words in a row are easy to remember.</Trans>}
        size="large"
        required
        autoFocus
        minLength={MIN_PASSWORD}
        autoComplete="new-password"
      />
      <Complaint>{sayProblem(problem)}</Complaint>
      <div className="mt-1">
        <Button type="submit" kind="primary" size="large" shape="block" busy={request.state === 'busy'}>
          <Trans>Change password</Trans>
        </Button>
      </div>
    </form>
  )
}
