import { Trans } from '@lingui/react/macro'
import type { ComponentType, ReactNode, SubmitEvent } from 'react'
import { Code, type Problem } from '#/backend/problem'
import { useRequest } from '#/backend/use-request'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { EmailField } from '#/features/account/EmailField'
import { formFields } from '#/lib/form'
import { ShortForm } from '#/ui/ShortForm'

interface Props {
  label: string
  submit: ReactNode
  autoFocus?: boolean
  /** Asks the server for the mail. */
  send: (email: string) => Promise<unknown>
  /** What is said afterwards; the same whether the address is known or not. */
  Sent: ComponentType<{ email: string }>
}

/** The protocol has no code for a server that cannot send mail, only its sentence. */
const isMailMissing = (problem: Problem) =>
  problem.code === Code.internal && problem.message.includes('emailAdapter')

const NoMail = () => (
  <Trans>E-mail is not configured on this server. Contact an administrator to regain access.</Trans>
)

/** Asks for a mail with a link. */
export function LinkRequest({ label, submit, autoFocus = false, send, Sent }: Props) {
  const { request, run, problem } = useRequest<string>()
  const { sayProblem } = useProblemMessages()

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const email = formFields(event, 'email').email.trim()
    void run(async () => {
      await send(email)
      return email
    })
  }

  if (request.state === 'done') {
    return (
      <p role="status" className="text-14 text-ink-2">
        <Sent email={request.result} />
      </p>
    )
  }
  return (
    <ShortForm
      label={label}
      onSubmit={onSubmit}
      complaint={problem && isMailMissing(problem) ? <NoMail /> : sayProblem(problem)}
      submit={submit}
      busy={request.state === 'busy'}
    >
      <EmailField autoFocus={autoFocus} />
    </ShortForm>
  )
}
