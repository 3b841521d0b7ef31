import type { WalletFamily } from '#/lib/settings'

/** What a wallet signed, for the server to judge. */
export interface WalletProof {
  family: WalletFamily
  address: string
  /** The text of the server, byte for byte. */
  message: string
  /** As the family writes signatures: base64 for Solana, otherwise hex. */
  signature: string
}
