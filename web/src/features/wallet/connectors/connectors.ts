import type { Wallet } from '#/features/wallet/wallet'
import type { WalletSettings } from '#/lib/settings'

/** What a way has to ask or show while it is being opened. */
export interface WalletPrompts {
  /** An address for another device to read as a code. */
  showCode(address: string): void
  /** Resolves to an e-mail address; rejects when none is given. */
  askEmail(): Promise<string>
}

/** The optional ways to a wallet of Ethereum's family. Only what the operator has configured is there at all. */
export function optionalConnectors(settings: WalletSettings, prompts: WalletPrompts): Wallet[] {
  const { walletConnect, magicLink, network } = settings
  return [
    walletConnect && walletConnectConnector(walletConnect.projectId, prompts),
    magicLink && magicLinkConnector(magicLink, prompts),
    network && networkWay(network),
  ].filter(way => way !== undefined)
}

// The chunk of the family itself is there by then: its wallets are looked for first.
const evm = () => import('#/features/wallet/families/evm')

function walletConnectConnector(projectId: string, prompts: WalletPrompts): Wallet {
  const id = 'walletConnect'
  const name = 'WalletConnect'
  return {
    id,
    name,
    async connect() {
      const { walletConnectProvider } = await import('#/features/wallet/connectors/wallet-connect')
      const provider = await walletConnectProvider(projectId, prompts.showCode)
      return (await evm()).connectTo(id, name, provider)
    },
  }
}

function magicLinkConnector(settings: NonNullable<WalletSettings['magicLink']>, prompts: WalletPrompts): Wallet {
  const id = 'magicLink'
  const name = 'Magic'
  return {
    id,
    name,
    async connect() {
      const email = await prompts.askEmail()
      const { magicLinkProvider } = await import('#/features/wallet/connectors/magic-link')
      return (await evm()).connectTo(id, name, await magicLinkProvider(settings, email))
    },
  }
}

function networkWay(urls: NonNullable<WalletSettings['network']>): Wallet {
  const id = 'network'
  const name = 'Node'
  return {
    id,
    name,
    async connect() {
      const { networkProvider } = await import('#/features/wallet/connectors/network')
      return (await evm()).connectTo(id, name, networkProvider(urls))
    },
  }
}
