import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { lazy, type SubmitEvent, Suspense, useEffect, useRef, useState } from 'react'
import { useMoralis } from '#/backend/use-moralis'
import { useProblemMessages } from '#/entities/problem/use-problem-messages'
import { FAMILY_NAMES } from '#/lib/wallet-family-names'
import { formFields } from '#/lib/form'
import { type Access, settings, type WalletFamily } from '#/lib/settings'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'
import { Dialog } from '#/ui/Dialog'
import { PasswordField } from '#/ui/PasswordField'

// No account is created here, so no invitation is asked for.
const KNOWN: Access = 'closed'

// As heavy as on the sign-in page, and as seldom wanted.
const WalletSignIn = lazy(() => import('#/features/wallet/SignInDialog'))

/** Asks a user back whose session has ended, by password or by wallet. The page behind keeps what was typed. */
export function SignInAgain() {
  const { expired, leave, isAuthenticating } = useMoralis()
  const [family, setFamily] = useState<WalletFamily | null>(null)
  useFreshAnswers(expired !== null)
  if (!expired) return null

  if (family && settings.wallets)
    return (
      <Suspense>
        <WalletSignIn
          family={family}
          settings={settings.wallets}
          access={KNOWN}
          onClose={() => setFamily(null)}
        />
      </Suspense>
    )
  return (
    <Dialog
      open
      title={<Trans>Your session has ended</Trans>}
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
      <PasswordForm username={expired.username} />
      <ByWallet families={settings.wallets?.families ?? []} onChoose={setFamily} />
    </Dialog>
  )
}

/** What failed for want of a session is asked for again once there is one. */
function useFreshAnswers(expired: boolean) {
  const queryClient = useQueryClient()
  const was = useRef(expired)
  useEffect(() => {
    if (was.current && !expired) void queryClient.invalidateQueries()
    was.current = expired
  }, [expired, queryClient])
}

function PasswordForm({ username }: { username: string }) {
  const { login, authError } = useMoralis()
  const { saySignInProblem } = useProblemMessages()

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    void login(username, formFields(event, 'password').password)
  }

  return (
    <form id="sign-in-again" onSubmit={onSubmit} className="flex flex-col gap-3">
      <p>
        <Trans>Sign in to continue where you left off. Nothing you typed is lost.</Trans>
      </p>
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <PasswordField
        name="password"
        label={<Trans>Password of @{username}</Trans>}
        required
        data-autofocus
        autoComplete="current-password"
      />
      <FormError>{saySignInProblem(authError)}</FormError>
    </form>
  )
}

interface ByWalletProps {
  families: WalletFamily[]
  onChoose: (family: WalletFamily) => void
}

/** For anyone who never had a password. */
function ByWallet({ families, onChoose }: ByWalletProps) {
  if (families.length === 0) return null
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2 border-t border-line-faint pt-4">
      <span className="flex items-center gap-1.5 text-12 text-ink-3">
        <Wallet size={14} strokeWidth={1.9} aria-hidden />
        <Trans>or with one of your wallets:</Trans>
      </span>
      {families.map(family => (
        <Button key={family} size="small" onClick={() => onChoose(family)}>
          {FAMILY_NAMES[family]}
        </Button>
      ))}
    </div>
  )
}
