// Wallets of Polkadot and Kusama, by the object their extensions put into the page.
import { fromWallet, TEXTS, walletFailure } from '#/features/wallet/texts'
import type { Connection, Finder } from '#/features/wallet/wallet'

interface Account {
  address: string
  /** An account of Ethereum's kind, which belongs to the other family. */
  type?: string
}

interface Injected {
  accounts: {
    get(): Promise<Account[]>
    subscribe?(tell: (accounts: Account[]) => void): () => void
  }
  signer: {
    signRaw?(payload: { address: string; data: string; type: 'bytes' }): Promise<{ signature: string }>
  }
}

interface Extension {
  enable(origin: string): Promise<Injected>
}

declare global {
  interface Window {
    injectedWeb3?: Record<string, Extension>
  }
}

/** Extensions write themselves into the page before it runs, and announce nothing. */
export const findPolkadotWallets: Finder = found => {
  const extensions = Object.entries(window.injectedWeb3 ?? {})
  found(extensions.map(([name, extension]) => ({ id: name, name, connect: () => enable(extension) })))
  return () => {}
}

const addressesOf = (accounts: Account[]) =>
  accounts.filter(({ type }) => type !== 'ethereum').map(({ address }) => address)

async function enable(extension: Extension): Promise<Connection> {
  try {
    const { accounts, signer } = await extension.enable(location.host)
    return {
      addresses: addressesOf(await accounts.get()),
      sign: (message, address) => sign(signer, message, address),
      watch(tell) {
        // The first call tells what is known already.
        let known = true
        return (
          accounts.subscribe?.(now => {
            if (!known) tell({ type: 'accounts changed', addresses: addressesOf(now) })
            known = false
          }) ?? (() => {})
        )
      },
      disconnect: async () => {},
    }
  } catch (thrown) {
    throw fromWallet(thrown, TEXTS.noProvider)
  }
}

async function sign({ signRaw }: Injected['signer'], message: string, address: string): Promise<string> {
  if (!signRaw) throw walletFailure('No signer found')
  try {
    // The extension itself wraps the bytes, so that they can never be a transaction.
    const { signature } = await signRaw({ address, data: hex(message), type: 'bytes' })
    return signature
  } catch (thrown) {
    throw fromWallet(thrown, TEXTS.notSigned)
  }
}

const hex = (text: string) =>
  `0x${Array.from(new TextEncoder().encode(text), byte => byte.toString(16).padStart(2, '0')).join('')}`
