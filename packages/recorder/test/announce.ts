// Wallets and libraries that find each other by EIP-6963.
import type { Provider, WalletInfo } from '../src/types.ts'

const ANNOUNCE = 'eip6963:announceProvider'

/** A wallet that announces itself, now and whenever it is asked. */
export function announce(
  page: EventTarget,
  provider: Provider,
  info: WalletInfo = { rdns: 'org.example.wallet' },
) {
  const detail = Object.freeze({
    info: Object.freeze({ uuid: crypto.randomUUID(), icon: '', ...info }),
    provider,
  })
  const say = () => page.dispatchEvent(new CustomEvent(ANNOUNCE, { detail }))
  page.addEventListener('eip6963:requestProvider', say)
  say()
}

/** The providers that a dapp finds, as its library does. */
export function findProviders(page: EventTarget): Provider[] {
  const found: Provider[] = []
  page.addEventListener(ANNOUNCE, event => {
    found.push((event as CustomEvent<{ provider: Provider }>).detail.provider)
  })
  page.dispatchEvent(new Event('eip6963:requestProvider'))
  return found
}
