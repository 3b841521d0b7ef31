// Wallets that announce themselves by EIP-6963, and the one in `window.ethereum`.
import { safely } from './ring.ts'
import type { Provider, WalletInfo } from './types.ts'

const ANNOUNCE = 'eip6963:announceProvider'
const INITIALIZED = 'ethereum#initialized'

type Watch = (provider: Provider, info?: WalletInfo) => Provider
type Wallets = Provider & { providers?: Provider[] }

/** Watches all wallets of a window. Returns how to end it. */
export function watchWindow(on: Window, watch: Watch): () => void {
  const told = new WeakSet<object>()
  const heard = (event: Event): void =>
    safely(() => {
      const { detail } = event as CustomEvent<{ info: WalletInfo; provider: Provider }>
      if (told.has(detail)) return
      const provider = watch(detail.provider, detail.info)
      // A provider that was changed in place is announced as it is.
      if (provider === detail.provider) return
      event.stopImmediatePropagation()
      const instead = Object.freeze({ ...detail, provider })
      told.add(instead)
      on.dispatchEvent(new CustomEvent(ANNOUNCE, { detail: instead }))
    })
  // `window.ethereum` is never replaced: a page, or another wallet, may define it later.
  const injected = (): void =>
    safely(() => {
      const ethereum = (on as { ethereum?: Wallets }).ethereum
      for (const wallet of new Set([ethereum, ...(ethereum?.providers ?? [])])) if (wallet) watch(wallet)
    })
  on.addEventListener(ANNOUNCE, heard, true)
  on.addEventListener(INITIALIZED, injected)
  injected()
  on.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => {
    on.removeEventListener(ANNOUNCE, heard, true)
    on.removeEventListener(INITIALIZED, injected)
  }
}
