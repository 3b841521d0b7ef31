import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { WalletProblem } from '#/backend/problem'
import { useMoralis } from '#/backend/use-moralis'
import { FAMILY_NAMES } from '#/lib/wallet-family-names'
import { useWalletFlow } from '#/features/wallet/use-wallet-flow'
import { useWalletMessages } from '#/features/wallet/use-wallet-messages'
import { WalletChooser } from '#/features/wallet/WalletChooser'
import type { Access, WalletFamily, WalletSettings } from '#/lib/settings'
import { Dialog } from '#/ui/Dialog'
import '#/ui/member.css'
import { TextField } from '#/ui/TextField'
import '#/locales/member'

interface Props {
  family: WalletFamily
  settings: WalletSettings
  access: Access
  onClose: () => void
}

/** Signing in with a wallet: choose one, sign what the server wrote, be in. */
export default function SignInDialog({ family, settings, access, onClose }: Props) {
  const { authenticate, authError, isAuthenticating } = useMoralis()
  const flow = useWalletFlow(family)
  const sayWallet = useWalletMessages()
  const [invitation, setInvitation] = useState('')
  const problem = authError instanceof WalletProblem ? authError : null
  // Nothing is broken, and there is another way in.
  const isRefused = problem?.reason === 'WALLET_NOT_LISTED'

  function close() {
    flow.cancel()
    onClose()
  }

  return (
    <Dialog open onClose={close} title={<Trans>Sign in with {FAMILY_NAMES[family]}</Trans>}>
      <div className="grid gap-4 pt-2">
        {isRefused && (
          <p role="status" className="text-ink">
            {problem?.sentence}
          </p>
        )}
        {(access === 'invite' || access === 'wallets') && (
          <TextField
            label={<Trans>Invitation code</Trans>}
            hint={
              access === 'wallets' ? (
                <Trans>Leave it empty if your wallet is on the list or you already have an account.</Trans>
              ) : (
                <Trans>Only the first time. Leave it empty if you already have an account.</Trans>
              )
            }
            value={invitation}
            onChange={event => setInvitation(event.target.value)}
            disabled={isAuthenticating}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            mono
          />
        )}
        <WalletChooser
          family={family}
          settings={settings}
          flow={flow}
          busy={isAuthenticating}
          complaint={!isRefused && sayWallet(problem)}
          onChoose={wallet =>
            void authenticate(() => flow.proveWith(wallet, 'login'), invitation.trim() || undefined)
          }
        />
      </div>
    </Dialog>
  )
}
