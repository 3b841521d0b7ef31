import type { MessageDescriptor } from '@lingui/core'

/** One way to sign in with a wallet. Its library is fetched when it is chosen, not before. */
export interface WalletWay {
  id: string
  label: MessageDescriptor
  /** Resolves when somebody is signed in, or has given up. */
  start: () => Promise<void>
}

/** The ways this build knows, the usual one first. */
export const WALLET_WAYS: WalletWay[] = []
