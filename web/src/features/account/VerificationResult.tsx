import { Trans, useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleX } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { client } from '#/backend/client'
import { useProblemWords } from '#/backend/use-problem-words'
import { useRequest } from '#/features/account/use-request'
import { fieldsOf } from '#/lib/form'
import { Button, ButtonLink } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { TextField } from '#/ui/TextField'

/** Where the link in a verification mail has led. */
export type Verification = 'verified' | 'invalid' | 'expired'

export function VerificationResult({ result }: { result: Verification }) {
  if (result === 'verified') {
    return (
      <div className="grid gap-4">
        <p role="status" className="flex items-center gap-2 text-14">
          <CircleCheck size={16} className="text-success" aria-hidden />
          <Trans>Your e-mail address is verified.</Trans>
        </p>
        <ButtonLink to="/" kind="primary" size="large" shape="block">
          <Trans>Go on</Trans>
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <p role="alert" className="flex items-center gap-2 text-14">
        <CircleX size={16} className="flex-none text-danger" aria-hidden />
        {result === 'expired' ? (
          <Trans>This link has expired.</Trans>
        ) : (
          <Trans>This link is not valid, or was used already.</Trans>
        )}
      </p>
      <AnotherLink />
    </div>
  )
}

function AnotherLink() {
  const { t } = useLingui()
  const { request, run, problem } = useRequest<void>()
  const { sayProblem } = useProblemWords()

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = fieldsOf(event, 'email').email.trim()
    void run(async () => {
      await (await client()).requestEmailVerification(email)
    })
  }

  if (request.state === 'done') {
    return (
      <p role="status" className="text-14 text-ink-2">
        <Trans>If the address waits to be verified, another mail is on its way.</Trans>
      </p>
    )
  }

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3" aria-label={t`Send another link`}>
      <TextField
        name="email"
        type="email"
        label={<Trans>E-mail</Trans>}
        size="large"
        required
        autoComplete="email"
      />
      <Complaint>{sayProblem(problem)}</Complaint>
      <div className="mt-1">
        <Button type="submit" kind="primary" size="large" shape="block" busy={request.state === 'busy'}>
          <Trans>Send another link</Trans>
        </Button>
      </div>
    </form>
  )
}
