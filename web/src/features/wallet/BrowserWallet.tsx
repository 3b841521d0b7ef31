import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CHAINS, chainName } from '#/features/wallet/chains'
import { fromWallet, TEXTS } from '#/features/wallet/texts'
import type { WalletState } from '#/features/wallet/wallet-machine'
import { useWallet, walletStore } from '#/features/wallet/wallet-store'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { Hash } from '#/ui/Hash'
import { Panel } from '#/ui/Panel'
import { SelectField } from '#/ui/SelectField'
import { toast } from '#/ui/toasts'

interface Props {
  /** The addresses of the account. */
  linked: string[]
  onConnect: () => void
}

/** The wallet this page is connected to. Signed in is another matter: the two may differ, and that is shown. */
export default function BrowserWallet({ linked, onConnect }: Props) {
  const { t } = useLingui()
  const wallet = useWallet()
  return (
    <Panel
      flush={wallet.state !== 'enabled'}
      title={<Trans>In this browser</Trans>}
      actions={
        wallet.state === 'enabled' && (
          <Button size="small" onClick={() => walletStore.letGo()}>
            <Trans>Disconnect</Trans>
          </Button>
        )
      }
    >
      {wallet.state === 'enabled' ? (
        <Enabled wallet={wallet} linked={linked} />
      ) : (
        <EmptyState
          title={<Trans>No wallet is connected</Trans>}
          actions={
            <Button size="small" onClick={onConnect} busy={wallet.state === 'enabling'}>{t`Connect`}</Button>
          }
        >{t`Connect one to see which account and network it is on.`}</EmptyState>
      )}
    </Panel>
  )
}

function Enabled({
  wallet,
  linked,
}: {
  wallet: Extract<WalletState, { state: 'enabled' }>
  linked: string[]
}) {
  const [address = ''] = wallet.addresses
  const isLinked = linked.some(one => one.toLowerCase() === address.toLowerCase())
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{wallet.wallet}</span>
        <Hash value={address} />
      </p>
      {!isLinked && (
        <p className="text-ink-2">
          <Trans>This account is not one of your linked wallets.</Trans>
        </p>
      )}
      {wallet.chain !== undefined && <ChainChoice chain={wallet.chain} />}
    </div>
  )
}

/** The network of the wallet. A wallet that does not know the chosen one gets its data. */
function ChainChoice({ chain }: { chain: number }) {
  const { t } = useLingui()
  const [moving, setMoving] = useState(false)
  const isKnown = CHAINS.some(({ id }) => id === chain)

  async function move(to: number) {
    setMoving(true)
    try {
      await walletStore.connection()?.switchChain?.(to)
    } catch (thrown) {
      const problem = fromWallet(thrown, TEXTS.noProvider)
      if (problem.declined) toast({ tone: 'info', title: t`You declined. Nothing was changed.` })
      else
        toast({ tone: 'danger', title: t`The wallet did not change the network.`, detail: problem.message })
    } finally {
      setMoving(false)
    }
  }

  return (
    <SelectField
      label={<Trans>Network</Trans>}
      value={chain}
      disabled={moving}
      onChange={event => void move(Number(event.target.value))}
    >
      {!isKnown && <option value={chain}>{chainName(chain)}</option>}
      {CHAINS.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
