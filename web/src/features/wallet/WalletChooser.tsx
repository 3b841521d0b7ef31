import { Trans, useLingui } from '@lingui/react/macro'
import { Wallet as WalletIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { optionalConnectors } from '#/features/wallet/connectors/connectors'
import { TEXTS } from '#/features/wallet/texts'
import { useFoundWallets } from '#/features/wallet/use-found-wallets'
import type { WalletFlow } from '#/features/wallet/use-wallet-flow'
import { WalletStage } from '#/features/wallet/WalletStage'
import type { Wallet } from '#/features/wallet/wallet'
import type { WalletFamily, WalletSettings } from '#/lib/settings'
import { FormError } from '#/ui/FormError'
import { SkeletonRows } from '#/ui/Skeleton'

interface Props {
  family: WalletFamily
  settings: WalletSettings
  flow: WalletFlow
  /** Something beside the wallet is under way. */
  busy: boolean
  /** What went wrong the last time, in words. */
  complaint: ReactNode
  onChoose: (wallet: Wallet) => void
}

/** The wallets of a family, and what one of them wants once it was chosen. */
export function WalletChooser({ family, settings, flow, busy, complaint, onChoose }: Props) {
  const found = useFoundWallets(family)
  const optional = family === 'evm' ? optionalConnectors(settings, flow.prompts) : []

  if (flow.stage.is !== 'choosing' || busy) return <WalletStage flow={flow} />
  if (!found) return <SkeletonRows rows={2} />
  return (
    <div className="grid gap-3">
      {flow.declined && (
        <p role="status" className="text-ink-2">
          <Trans>You declined. Nothing was changed.</Trans>
        </p>
      )}
      <FormError>{complaint}</FormError>
      {found.length === 0 && <NoWallet family={family} />}
      <WalletButtons wallets={[...found, ...optional]} onChoose={onChoose} />
    </div>
  )
}

function WalletButtons({ wallets, onChoose }: { wallets: Wallet[]; onChoose: (wallet: Wallet) => void }) {
  const { t } = useLingui()
  if (wallets.length === 0) return null
  return (
    <ul aria-label={t`Wallets`} className="grid gap-1.5">
      {wallets.map(wallet => (
        <li key={wallet.id}>
          <button
            type="button"
            onClick={() => onChoose(wallet)}
            className="flex h-11 w-full items-center gap-3 rounded-2 border border-line-strong bg-raised px-3 text-left font-medium text-ink hover:border-line-control hover:bg-active"
          >
            {wallet.icon ? (
              <img src={wallet.icon} alt="" width={20} height={20} className="flex-none rounded-1" />
            ) : (
              <WalletIcon size={18} strokeWidth={1.75} className="flex-none text-ink-3" aria-hidden />
            )}
            <span className="truncate">{wallet.name}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function NoWallet({ family }: { family: WalletFamily }) {
  return (
    <div className="grid gap-1">
      <p className="text-ink">
        {family === 'evm' ? TEXTS.noWallet : <Trans>No wallet of this kind in this browser</Trans>}
      </p>
      <p>
        <Trans>
          Open this page in a browser with a wallet extension, or in the browser of your wallet app.
        </Trans>
      </p>
    </div>
  )
}
