import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { WalletProblem } from '#/backend/problem'
import { useMoralis } from '#/backend/use-moralis'
import { SignInError } from '#/features/account/SignInError'
import type { DemoAccount, DemoSettings } from '#/lib/settings'
import { Button } from '#/ui/Button'
import { FormError } from '#/ui/FormError'

/** One press signs a visitor of a demo in, in the role of their choice. */
export function DemoEntry({ demo }: { demo: DemoSettings }) {
  const { login, authError, isAuthenticating } = useMoralis()
  const [chosen, setChosen] = useState<DemoAccount>()

  function enter(account: DemoAccount) {
    setChosen(account)
    void login(account.username, account.password)
  }
  const busy = (account: DemoAccount) => isAuthenticating && chosen === account

  return (
    <div className="flex flex-col gap-3">
      <p className="text-ink-2">
        <Trans>This programme and its people are invented. Choose a role to look around.</Trans>
      </p>
      <Button
        kind="primary"
        size="large"
        shape="block"
        busy={busy(demo.tester)}
        onClick={() => enter(demo.tester)}
      >
        <Trans>Enter as a tester</Trans>
      </Button>
      <Button
        size="large"
        shape="block"
        busy={busy(demo.administrator)}
        onClick={() => enter(demo.administrator)}
      >
        <Trans>Enter as an administrator</Trans>
      </Button>
      <FormError>
        {authError && !(authError instanceof WalletProblem) && <SignInError problem={authError} />}
      </FormError>
    </div>
  )
}
