import type { Finder } from '#/features/wallet/wallet'
import type { WalletFamily } from '#/lib/settings'

/** What looks for the wallets of a family. Each is a chunk of its own: few users need more than one. */
export const FINDERS: Record<WalletFamily, () => Promise<Finder>> = {
  evm: async () => (await import('#/features/wallet/families/evm')).findEvmWallets,
  solana: async () => (await import('#/features/wallet/families/solana')).findSolanaWallets,
  polkadot: async () => (await import('#/features/wallet/families/polkadot')).findPolkadotWallets,
  multiversx: async () => (await import('#/features/wallet/families/multiversx')).findMultiversxWallets,
}
