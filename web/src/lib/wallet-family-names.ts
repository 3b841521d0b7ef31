import type { WalletFamily } from '#/lib/settings'

/** Proper names, the same in every language. */
export const FAMILY_NAMES: Record<WalletFamily, string> = {
  evm: 'Ethereum',
  solana: 'Solana',
  polkadot: 'Polkadot',
  multiversx: 'MultiversX',
}
