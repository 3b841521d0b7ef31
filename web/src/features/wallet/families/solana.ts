// Wallets of Solana, by the wallet standard.
import { getWallets } from '@wallet-standard/app'
import { fromWallet, TEXTS, walletFailure } from '#/features/wallet/texts'
import type { Connection, Finder, Wallet } from '#/features/wallet/wallet'

interface Account {
  address: string
}

// The features this page asks for; the standard leaves them to those who know the chain.
interface Features {
  'standard:connect': { connect(): Promise<{ accounts: readonly Account[] }> }
  'standard:disconnect'?: { disconnect(): Promise<void> }
  'standard:events'?: {
    on(event: 'change', listener: (change: { accounts?: readonly Account[] }) => void): () => void
  }
  'solana:signMessage': {
    signMessage(input: {
      account: Account
      message: Uint8Array
    }): Promise<readonly { signature: Uint8Array }[]>
  }
}

const isFit = (features: object): features is Features =>
  'standard:connect' in features && 'solana:signMessage' in features

export const findSolanaWallets: Finder = found => {
  const { get, on } = getWallets()
  const tell = () =>
    found(
      get().flatMap(({ name, icon, features }): Wallet[] =>
        isFit(features) ? [{ id: name, name, icon, connect: () => enable(features) }] : [],
      ),
    )
  const stops = [on('register', tell), on('unregister', tell)]
  tell()
  return () => stops.forEach(stop => stop())
}

async function enable(features: Features): Promise<Connection> {
  try {
    const { accounts } = await features['standard:connect'].connect()
    let known = accounts
    return {
      addresses: accounts.map(({ address }) => address),
      async sign(message, address) {
        const account = known.find(one => one.address === address)
        if (!account) throw walletFailure(TEXTS.noAddress)
        return sign(features, account, message)
      },
      watch: tell =>
        features['standard:events']?.on('change', ({ accounts: now }) => {
          if (!now) return
          known = now
          tell({ type: 'accounts changed', addresses: now.map(({ address }) => address) })
        }) ?? (() => {}),
      disconnect: async () => features['standard:disconnect']?.disconnect(),
    }
  } catch (thrown) {
    throw fromWallet(thrown, TEXTS.noProvider)
  }
}

async function sign(features: Features, account: Account, text: string): Promise<string> {
  try {
    const message = new TextEncoder().encode(text)
    const [signed] = await features['solana:signMessage'].signMessage({ account, message })
    if (!signed) throw walletFailure(TEXTS.notSigned)
    return btoa(String.fromCharCode(...signed.signature))
  } catch (thrown) {
    throw fromWallet(thrown, TEXTS.notSigned)
  }
}
