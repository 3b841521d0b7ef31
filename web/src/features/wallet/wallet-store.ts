import { useSyncExternalStore } from 'react'
import { fromWallet, TEXTS, walletFailure } from '#/features/wallet/texts'
import type { Connection, Wallet } from '#/features/wallet/wallet'
import {
  mayEnable,
  type WalletEvent,
  walletReducer,
  type WalletState,
} from '#/features/wallet/wallet-machine'

/** Holds the one wallet this page is connected to. The state is a pure reducer's; here is only what has effects. */
export function newWalletStore() {
  let wallet: WalletState = { state: 'idle' }
  let connection: Connection | null = null
  let stop = () => {}
  // The wallet that was let go must be done with it before another is asked, or it takes the new one with it.
  let leaving: Promise<unknown> = Promise.resolve()
  // A connection that was given up while the wallet was still asking must not come back to life.
  let attempt = 0
  const listeners = new Set<() => void>()

  function step(event: WalletEvent) {
    const before = wallet
    wallet = walletReducer(wallet, event)
    if (wallet.state !== 'enabled' && before.state === 'enabled') cleanUp()
    if (wallet !== before) listeners.forEach(tell => tell())
  }

  function cleanUp() {
    stop()
    stop = () => {}
    const old = connection
    connection = null
    // Best effort: the page has let go either way.
    leaving = old?.disconnect().catch(() => undefined) ?? leaving
  }

  async function enable(chosen: Wallet): Promise<Connection> {
    if (!mayEnable(wallet)) throw walletFailure(TEXTS.enabling)
    if (connection) step({ type: 'let go' })
    attempt += 1
    const mine = attempt
    step({ type: 'enable began', wallet: chosen.name })
    try {
      await leaving
      const made = await chosen.connect()
      if (mine !== attempt) throw walletFailure(TEXTS.noProvider)
      if (made.addresses.length === 0) throw walletFailure(TEXTS.noAccount)
      connection = made
      step({ type: 'enabled', addresses: made.addresses, chain: made.chain })
      stop = made.watch(step)
      return made
    } catch (thrown) {
      const problem = fromWallet(thrown, TEXTS.noProvider)
      if (mine === attempt) step({ type: 'enable failed', problem })
      throw problem
    }
  }

  return {
    enable,
    /** Lets go of the wallet, also while it is still being asked. */
    letGo() {
      attempt += 1
      step({ type: 'let go' })
    },
    state: () => wallet,
    connection: () => connection,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const walletStore = newWalletStore()

/** How far the page is with a wallet. */
export const useWallet = () => useSyncExternalStore(walletStore.subscribe, walletStore.state)
