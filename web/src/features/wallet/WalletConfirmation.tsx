import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { client } from '#/backend/client'
import { type Problem, problemFrom } from '#/backend/problem'
import type { LinkedAccount } from '#/features/wallet/api'
import { isDeclined, walletFailure } from '#/features/wallet/texts'
import { useWalletFlow } from '#/features/wallet/use-wallet-flow'
import { useWalletMessages } from '#/features/wallet/use-wallet-messages'
import { WalletChooser } from '#/features/wallet/WalletChooser'
import type { Wallet } from '#/features/wallet/wallet'
import type { WalletSettings } from '#/lib/settings'

interface Props {
  settings: WalletSettings
  /** The wallets of the account: with another one another user would sign in. */
  accounts: LinkedAccount[]
  onConfirmed: () => void
}

/** A fresh sign-in of a user who has no password: one of their wallets signs again. */
export default function WalletConfirmation({ settings, accounts, onConfirmed }: Props) {
  const { t } = useLingui()
  const usable = accounts.find(account => settings.families.includes(account.family))
  const family = usable?.family ?? settings.families[0] ?? 'evm'
  const flow = useWalletFlow(family)
  const sayWallet = useWalletMessages()
  const [problem, setProblem] = useState<Problem | null>(null)
  const [sending, setSending] = useState(false)

  const isOwn = (address: string) =>
    accounts.some(account => account.address.toLowerCase() === address.toLowerCase())

  async function choose(wallet: Wallet) {
    setProblem(null)
    try {
      const proof = await flow.proveWith(wallet, 'login')
      if (!isOwn(proof.address)) throw walletFailure(t`This wallet is not linked to your account.`)
      setSending(true)
      await (await client()).confirmWallet(proof)
      onConfirmed()
    } catch (thrown) {
      if (!isDeclined(thrown)) setProblem(problemFrom(thrown))
    } finally {
      setSending(false)
    }
  }

  return (
    <div className="grid gap-4 pt-2">
      <p>{t`Sign with one of your wallets to make this change. Nothing you typed is lost.`}</p>
      <WalletChooser
        family={family}
        settings={settings}
        flow={flow}
        busy={sending}
        complaint={sayWallet(problem)}
        onChoose={wallet => void choose(wallet)}
      />
    </div>
  )
}
