import { Trans, useLingui } from '@lingui/react/macro'
import type { SubmitEvent } from 'react'
import { client } from '#/backend/client'
import { useProblemWords } from '#/backend/use-problem-words'
import { useRequest } from '#/features/account/use-request'
import { fieldsOf } from '#/lib/form'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { TextField } from '#/ui/TextField'

/** Asks for a mail with a link. The answer is the same whether the address is known or not. */
export function ForgottenPasswordForm() {
  const { t } = useLingui()
  const { request, run, problem } = useRequest<string>()
  const { sayProblem } = useProblemWords()

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = fieldsOf(event, 'email').email.trim()
    void run(async () => {
      await (await client()).requestPasswordReset(email)
      return email
    })
  }

  if (request.state === 'done') {
    return (
      <p role="status" className="text-14 text-ink-2">
        <Trans>
          If an account has the address <strong className="font-medium text-ink">{request.result}</strong>, a
          mail with a link is on its way. The link works once.
        </Trans>
      </p>
    )
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3" aria-label={t`Reset your password`}>
      <TextField
        name="email"
        type="email"
        label={<Trans>E-mail</Trans>}
        size="large"
        required
        autoFocus
        autoComplete="email"
      />
      <Complaint>{sayProblem(problem)}</Complaint>
      <div className="mt-1">
        <Button type="submit" kind="primary" size="large" shape="block" busy={request.state === 'busy'}>
          <Trans>Send the link</Trans>
        </Button>
      </div>
    </form>
  )
}
