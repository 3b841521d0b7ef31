// Wallets of Ethereum and its relatives, by EIP-1193 and EIP-6963, through wagmi.
import {
  type Connector,
  connect,
  createConfig,
  disconnect,
  getConnection,
  http,
  injected,
  signMessage,
  switchChain,
  watchConnection,
  watchConnectors,
} from '@wagmi/core'
import type { EIP1193Provider } from 'viem'
import { CHAINS } from '#/features/wallet/chains'
import { fromWallet, TEXTS, walletFailure } from '#/features/wallet/texts'
import type { Connection, Finder, Wallet, WalletNews } from '#/features/wallet/wallet'

const config = createConfig({
  chains: CHAINS,
  transports: Object.fromEntries(CHAINS.map(chain => [chain.id, http()])) as never,
  // Nothing about wallets outlives the page.
  storage: null,
})

type Chain = (typeof CHAINS)[number]['id']

/** Wallets that announce themselves; one that does not is taken from where old ones are. */
export const findEvmWallets: Finder = found => {
  const tell = (connectors: readonly Connector[]) => {
    const announced = connectors.filter(({ type, id }) => type === 'injected' && id !== 'injected')
    if (announced.length > 0) found(announced.map(walletFrom))
    else
      found(
        'ethereum' in window
          ? [{ id: 'injected', name: 'Browser wallet', connect: () => enable(injected()) }]
          : [],
      )
  }
  tell(config.connectors)
  return watchConnectors(config, { onChange: tell })
}

function walletFrom(connector: Connector): Wallet {
  return {
    id: connector.id,
    name: connector.name,
    icon: connector.icon?.startsWith('data:') ? connector.icon : undefined,
    connect: () => enable(connector),
  }
}

/** A provider that did not announce itself, as a wallet: what the optional connectors open. */
export const connectTo = (id: string, name: string, provider: EIP1193Provider) =>
  enable(injected({ target: { id, name, provider: provider as never }, shimDisconnect: false }))

async function enable(connector: Parameters<typeof connect>[1]['connector']): Promise<Connection> {
  if (getConnection(config).isConnected) await disconnect(config)
  try {
    const { accounts } = await connect(config, { connector })
    const { chainId, connector: used } = getConnection(config)
    if (!used) throw walletFailure(TEXTS.noProvider)
    return {
      addresses: [...accounts],
      ...(chainId === undefined ? {} : { chain: chainId }),
      sign,
      switchChain: change,
      watch,
      disconnect: () => disconnect(config, { connector: used }),
    }
  } catch (thrown) {
    throw fromWallet(thrown, TEXTS.noProvider)
  }
}

async function sign(message: string, address: string): Promise<string> {
  try {
    return await signMessage(config, { message, account: address as `0x${string}` })
  } catch (thrown) {
    throw fromWallet(thrown, TEXTS.notSigned)
  }
}

/** wagmi adds the chain to a wallet that answers that it does not know it. */
async function change(chain: number): Promise<void> {
  const known = CHAINS.find(({ id }) => id === chain)
  if (!known) throw walletFailure(TEXTS.noUrlFor(chain))
  try {
    await switchChain(config, { chainId: known.id as Chain })
  } catch (thrown) {
    throw fromWallet(thrown, thrown instanceof Error ? thrown.message : TEXTS.noProvider)
  }
}

function watch(tell: (news: WalletNews) => void) {
  return watchConnection(config, {
    onChange(now, before) {
      if (!now.isConnected) return tell({ type: 'disconnected' })
      if (now.addresses?.join() !== before.addresses?.join())
        tell({ type: 'accounts changed', addresses: [...(now.addresses ?? [])] })
      if (now.chainId !== before.chainId && now.chainId !== undefined)
        tell({ type: 'chain changed', chain: now.chainId })
    },
  })
}
