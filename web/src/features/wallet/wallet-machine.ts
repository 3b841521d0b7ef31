import type { WalletProblem } from '#/backend/problem'
import type { WalletNews } from '#/features/wallet/wallet'

/** How far the page is with a wallet. */
export type WalletState =
  | { state: 'idle' }
  | { state: 'enabling'; wallet: string }
  | { state: 'enabled'; wallet: string; addresses: string[]; chain?: number }
  /** Nothing is left of the connection; `problem` says why, if there is something to say. */
  | { state: 'cleaned up'; problem: WalletProblem | null }

export type WalletEvent =
  | { type: 'enable began'; wallet: string }
  | { type: 'enabled'; addresses: string[]; chain?: number | undefined }
  | { type: 'enable failed'; problem: WalletProblem }
  | { type: 'let go' }
  | WalletNews

/** Only one wallet is asked at a time. */
export const mayEnable = ({ state }: WalletState) => state !== 'enabling'

/** Decides one step. An event that makes no sense in a state changes nothing. */
export function walletReducer(wallet: WalletState, event: WalletEvent): WalletState {
  switch (event.type) {
    case 'enable began':
      return mayEnable(wallet) ? { state: 'enabling', wallet: event.wallet } : wallet
    case 'enabled':
      if (wallet.state !== 'enabling') return wallet
      return enabled(wallet.wallet, event.addresses, event.chain)
    case 'enable failed':
      // Who said no knows that they did: there is nothing left to say.
      if (wallet.state !== 'enabling') return wallet
      return { state: 'cleaned up', problem: event.problem.declined ? null : event.problem }
    case 'accounts changed':
      if (wallet.state !== 'enabled') return wallet
      return event.addresses.length > 0
        ? enabled(wallet.wallet, event.addresses, wallet.chain)
        : { state: 'cleaned up', problem: null }
    case 'chain changed':
      return wallet.state === 'enabled' ? { ...wallet, chain: event.chain } : wallet
    case 'disconnected':
    case 'let go':
      return wallet.state === 'enabled' || wallet.state === 'enabling'
        ? { state: 'cleaned up', problem: null }
        : wallet
  }
}

function enabled(wallet: string, addresses: string[], chain: number | undefined): WalletState {
  return { state: 'enabled', wallet, addresses, ...(chain === undefined ? {} : { chain }) }
}
