// A window for the tests: events, a console, `fetch` and a document with a build.
import { vi } from 'vitest'
import type { Provider, WalletInfo } from '../src/types.ts'

const ANNOUNCE = 'eip6963:announceProvider'

/** Makes `window` for one test. It is removed by `vi.unstubAllGlobals`. */
export function openPage(more: object = {}) {
  const page = Object.assign(new EventTarget(), {
    console: { error: vi.fn(), warn: vi.fn() },
    location: {
      href: 'https://swap.example.org/swap/1?secret=1#x',
      origin: 'https://swap.example.org',
      pathname: '/swap/1',
    },
    document: {
      querySelector: (selector: string) =>
        selector === 'meta[name="touchstone-build"]' ? { content: ' web 0.5.1 a41c9e2 ' } : null,
      documentElement: { dataset: {} },
    },
    ...more,
  })
  vi.stubGlobal('window', page)
  return page
}

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
