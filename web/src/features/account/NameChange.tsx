import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { useRequest } from '#/backend/use-request'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { formFields } from '#/lib/form'
import { Button } from '#/ui/Button'
import { Panel } from '#/ui/Panel'
import { TextField } from '#/ui/TextField'
import { toast } from '#/ui/toasts'

interface Props {
  /** Leads to the page of the new name. */
  onRenamed: (name: string) => Promise<unknown>
}

/** What others call the signed-in user. A user who came with a wallet got a name that is hard to remember. */
export function NameChange({ onRenamed }: Props) {
  const { t } = useLingui()
  const { user, setUserData } = useMoralis()
  const { request, run, problem } = useRequest<unknown>()
  const { sayProblem } = useProblemMessages()
  const queryClient = useQueryClient()

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const username = formFields(event, 'username').username.trim()
    if (username === user?.username) return
    if (!(await run(() => setUserData({ username })))) return
    await onRenamed(username)
    toast({ tone: 'success', title: <Trans>You are @{username} now.</Trans> })
    // It is in lists, ranks and comments. Asked for before the page has moved on, the old name would be looked up.
    void queryClient.invalidateQueries()
  }

  return (
    <Panel title={<Trans>Name</Trans>}>
      <form onSubmit={onSubmit} className="flex max-w-sm flex-col gap-3" aria-label={t`Change name`}>
        <TextField
          name="username"
          label={<Trans>Username</Trans>}
          hint={
            <Trans>
              3 to 32 letters, digits, underscores, dots or hyphens. You sign in with it if you have a
              password.
            </Trans>
          }
          required
          minLength={3}
          maxLength={32}
          defaultValue={user?.username ?? ''}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={sayProblem(problem)}
        />
        <div>
          <Button type="submit" busy={request.state === 'busy'}>{t`Change name`}</Button>
        </div>
      </form>
    </Panel>
  )
}
