import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef } from 'react'
import { Code } from '#/backend/problem'
import { useMoralis } from '#/backend/use-moralis'
import { useRequest } from '#/backend/use-request'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { sessionsQuery } from '#/entities/session/queries'
import { formFields } from '#/lib/form'
import { MIN_PASSWORD } from '#/lib/password-rule'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Panel } from '#/ui/Panel'
import { PasswordField } from '#/ui/PasswordField'
import { toast } from '#/ui/toasts'

interface Props {
  /** Anyone who comes with a wallet has none, and sets their first one without being asked for another. */
  isFirst: boolean
  onChanged: () => void
}

/** A new password for the signed-in user. Ends every other session. */
export function PasswordChange({ isFirst, onChanged }: Props) {
  const { t } = useLingui()
  const { user, changePassword, setUserData } = useMoralis()
  const { request, run, problem } = useRequest<unknown>()
  const { sayProblem } = useProblemMessages()
  const queryClient = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const wrong = problem?.code === Code.objectNotFound

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { old, password } = formFields(event, 'old', 'password')
    const change = () => (isFirst ? setUserData({ password }) : changePassword(old, password))
    if (!(await run(change))) return
    form.current?.reset()
    toast({
      tone: 'success',
      title: isFirst ? <Trans>Password set.</Trans> : <Trans>Password changed.</Trans>,
      detail: <Trans>Your other sessions have ended.</Trans>,
    })
    void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    onChanged()
  }

  return (
    <Panel title={<Trans>Password</Trans>}>
      <form
        ref={form}
        onSubmit={onSubmit}
        className="flex max-w-sm flex-col gap-3"
        aria-label={isFirst ? t`Set a password` : t`Change password`}
      >
        <input type="hidden" name="username" autoComplete="username" value={user?.username ?? ''} />
        {isFirst ? (
          <p className="text-ink-2">
            <Trans>You have no password. Set one to sign in as @{user?.username} without a wallet.</Trans>
          </p>
        ) : (
          <PasswordField
            name="old"
            label={<Trans>Current password</Trans>}
            required
            autoComplete="current-password"
            error={wrong && <Trans>Wrong password.</Trans>}
          />
        )}
        <PasswordField
          name="password"
          label={<Trans>New password</Trans>}
          hint={<Trans>At least {MIN_PASSWORD} characters. Your other sessions end.</Trans>}
          required
          minLength={MIN_PASSWORD}
          autoComplete="new-password"
        />
        <FormError>{!wrong && sayProblem(problem)}</FormError>
        <div>
          <Button type="submit" busy={request.state === 'busy'}>
            {isFirst ? <Trans>Set password</Trans> : <Trans>Change password</Trans>}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
