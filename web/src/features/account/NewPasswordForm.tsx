import { Trans, useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'
import { client } from '#/backend/client'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { useRequest } from '#/backend/use-request'
import { NewPasswordField } from '#/features/account/NewPasswordField'
import { formFields } from '#/lib/form'
import { ButtonLink } from '#/ui/Button'
import { ShortForm } from '#/ui/ShortForm'
import '#/locales/public'

/** A new password by the token out of the mail. */
export function NewPasswordForm({ token }: { token: string }) {
  const { t } = useLingui()
  const { request, run, problem } = useRequest<void>()
  const { sayProblem } = useProblemMessages()

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const { password } = formFields(event, 'password')
    void run(async () => (await client()).resetPassword(token, password))
  }

  if (request.state === 'done') {
    return (
      <div className="grid gap-4">
        <p role="status" className="text-14 text-ink-2">
          <Trans>Password changed. All your sessions have ended.</Trans>
        </p>
        <ButtonLink to="/login" kind="primary" size="large" shape="block">{t`Sign in`}</ButtonLink>
      </div>
    )
  }

  return (
    <ShortForm
      label={t`Choose a new password`}
      onSubmit={onSubmit}
      complaint={sayProblem(problem)}
      submit={<Trans>Change password</Trans>}
      busy={request.state === 'busy'}
    >
      <NewPasswordField label={<Trans>New password</Trans>} autoFocus />
    </ShortForm>
  )
}
