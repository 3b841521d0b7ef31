import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, type SubmitEvent, Suspense, useSyncExternalStore } from 'react'
import { client } from '#/backend/client'
import { freshSignIn } from '#/backend/fresh-sign-in'
import { useMoralis } from '#/backend/use-moralis'
import { useRequest } from '#/backend/use-request'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { walletAccountsQuery } from '#/features/wallet/api'
import { formFields } from '#/lib/form'
import { settings } from '#/lib/settings'
import { Dialog } from '#/ui/Dialog'
import { FormDialog } from '#/ui/FormDialog'
import { PasswordField } from '#/ui/PasswordField'
import { SkeletonRows } from '#/ui/Skeleton'

// As heavy as on the sign-in page, and as seldom wanted.
const WalletConfirmation = lazy(() => import('#/features/wallet/WalletConfirmation'))

/** Asks a user to sign in again, while a change that the server wants it for waits. */
export function ConfirmIdentity() {
  const asked = useSyncExternalStore(freshSignIn.subscribe, freshSignIn.isAsked)
  const ways = useQuery({ ...walletAccountsQuery, enabled: asked && settings.wallets !== undefined })
  if (!asked) return null
  const onConfirmed = () => freshSignIn.answer(true)
  if (settings.wallets && ways.data?.hasPassword === false)
    return (
      <Dialog open onClose={() => freshSignIn.answer(false)} title={<Trans>Confirm it’s you</Trans>}>
        <Suspense fallback={<SkeletonRows rows={2} />}>
          <WalletConfirmation
            settings={settings.wallets}
            accounts={ways.data.accounts}
            onConfirmed={onConfirmed}
          />
        </Suspense>
      </Dialog>
    )
  return <WithPassword onConfirmed={onConfirmed} />
}

function WithPassword({ onConfirmed }: { onConfirmed: () => void }) {
  const { user } = useMoralis()
  const { request, run, problem } = useRequest<unknown>()
  const { saySignInProblem } = useProblemMessages()

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const { password } = formFields(event, 'password')
    if (await run(async () => (await client()).confirmPassword(password))) onConfirmed()
  }

  return (
    <FormDialog
      title={<Trans>Confirm it’s you</Trans>}
      submit={<Trans>Confirm</Trans>}
      busy={request.state === 'busy'}
      problem={saySignInProblem(problem)}
      onSubmit={event => void onSubmit(event)}
      onClose={() => freshSignIn.answer(false)}
    >
      <p>
        <Trans>Enter your password to make this change. Nothing you typed is lost.</Trans>
      </p>
      <input type="hidden" name="username" autoComplete="username" value={user?.username ?? ''} />
      <PasswordField
        name="password"
        label={<Trans>Your password</Trans>}
        required
        data-autofocus
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
