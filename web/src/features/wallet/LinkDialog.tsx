import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Problem, problemFrom } from '#/backend/problem'
import { useMoralis } from '#/backend/use-moralis'
import { walletAccountsQuery } from '#/features/wallet/api'
import { AskAboutFailures } from '#/features/wallet/AskAboutFailures'
import { FAMILY_NAMES } from '#/lib/wallet-family-names'
import { isDeclined } from '#/features/wallet/texts'
import { useWalletFlow } from '#/features/wallet/use-wallet-flow'
import { useWalletMessages } from '#/features/wallet/use-wallet-messages'
import { WalletChooser } from '#/features/wallet/WalletChooser'
import type { Wallet } from '#/features/wallet/wallet'
import type { WalletFamily, WalletSettings } from '#/lib/settings'
import { Dialog } from '#/ui/Dialog'
import { SelectField } from '#/ui/SelectField'
import { toast } from '#/ui/toasts'

interface Props {
  settings: WalletSettings
  /** Whether the address is to belong to the account, or the wallet only to be looked at. */
  purpose: 'link' | 'connect'
  onClose: () => void
}

/** Gives the account a further address, or this page a wallet. */
export default function LinkDialog({ settings, purpose, onClose }: Props) {
  const { t } = useLingui()
  const { linkWallet } = useMoralis()
  const queryClient = useQueryClient()
  const [family, setFamily] = useState<WalletFamily>(settings.families[0] ?? 'evm')
  const flow = useWalletFlow(family)
  const sayWallet = useWalletMessages()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [sending, setSending] = useState(false)

  async function choose(wallet: Wallet) {
    setProblem(null)
    try {
      if (purpose === 'connect') await flow.connectWith(wallet)
      else await link(wallet)
      onClose()
    } catch (thrown) {
      if (!isDeclined(thrown)) setProblem(problemFrom(thrown))
    } finally {
      setSending(false)
    }
  }

  async function link(wallet: Wallet) {
    const proof = await flow.proveWith(wallet, 'link')
    setSending(true)
    await linkWallet(proof)
    await queryClient.invalidateQueries({ queryKey: walletAccountsQuery.queryKey })
    toast({ tone: 'success', title: t`The wallet is linked.` })
  }

  return (
    <Dialog
      open
      onClose={() => {
        flow.cancel()
        onClose()
      }}
      title={purpose === 'link' ? <Trans>Link a wallet</Trans> : <Trans>Connect a wallet</Trans>}
    >
      <div className="grid gap-4 pt-2">
        {settings.families.length > 1 && flow.stage.is === 'choosing' && !sending && (
          <SelectField
            label={<Trans>Kind</Trans>}
            value={family}
            onChange={event => setFamily(event.target.value as WalletFamily)}
          >
            {settings.families.map(one => (
              <option key={one} value={one}>
                {FAMILY_NAMES[one]}
              </option>
            ))}
          </SelectField>
        )}
        <WalletChooser
          family={family}
          settings={settings}
          flow={flow}
          busy={sending}
          complaint={sayWallet(problem)}
          onChoose={wallet => void choose(wallet)}
        />
        {purpose === 'link' && family === 'evm' && <AskAboutFailures />}
      </div>
    </Dialog>
  )
}
