import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { useProblemWords } from '#/backend/use-problem-words'
import { fieldsOf } from '#/lib/form'
import { Button } from '#/ui/Button'
import { Complaint } from '#/ui/Complaint'
import { Dialog } from '#/ui/Dialog'
import { PasswordField } from '#/ui/PasswordField'

/** Asks for the password over the page of somebody whose session has ended. The page behind keeps what was typed. */
export function SignInAgain() {
  const { expired, login, leave, authError, isAuthenticating } = useMoralis()
  const { saySignInProblem } = useProblemWords()
  const queryClient = useQueryClient()
  if (!expired) return null

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { password } = fieldsOf(event, 'password')
    void login(expired?.username ?? '', password).then(user => {
      // What failed for want of a session is asked for again.
      if (user) void queryClient.invalidateQueries()
    })
  }

  return (
    <Dialog
      open
      title={<Trans>Your session ended</Trans>}
      footer={
        <>
          <Button kind="ghost" onClick={leave}>
            <Trans>Leave</Trans>
          </Button>
          <Button type="submit" form="sign-in-again" kind="primary" busy={isAuthenticating}>
            <Trans>Sign in</Trans>
          </Button>
        </>
      }
    >
      <form id="sign-in-again" onSubmit={onSubmit} className="flex flex-col gap-3">
        <p>
          <Trans>Sign in again to go on where you were. What you typed is still there.</Trans>
        </p>
        <input type="hidden" name="username" autoComplete="username" value={expired.username} />
        <PasswordField
          name="password"
          label={<Trans>Password of @{expired.username}</Trans>}
          required
          data-autofocus
          autoComplete="current-password"
        />
        <Complaint>{saySignInProblem(authError)}</Complaint>
      </form>
    </Dialog>
  )
}
