// Wallets as their standards put them into a page. They sign with a word, not with a key: a real key is for the browser.
import { vi } from 'vitest'

interface Wishes {
  /** Says no to whatever signs. */
  declines?: boolean
}

const no = () => Object.assign(new Error('User rejected the request.'), { code: 4001 })
const address = '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A'

const listeners: Record<string, Set<(value: unknown) => void>> = {}
const emit = (event: string, value: unknown) => listeners[event]?.forEach(tell => tell(value))
let refuses = false
let chain = '0x1'
const known = new Set(['0x1'])

const request = vi.fn(async ({ method, params }: { method: string; params?: unknown[] }) => {
  switch (method) {
    case 'eth_requestAccounts':
    case 'eth_accounts':
      return [address]
    case 'eth_chainId':
      return chain
    case 'personal_sign':
      if (refuses) throw no()
      return '0xsigned'
    case 'wallet_switchEthereumChain':
    case 'wallet_addEthereumChain': {
      const [{ chainId }] = params as [{ chainId: string }]
      if (method === 'wallet_addEthereumChain') known.add(chainId)
      if (!known.has(chainId)) throw Object.assign(new Error('Unrecognized chain'), { code: 4902 })
      chain = chainId
      emit('chainChanged', chainId)
      return null
    }
    default:
      throw Object.assign(new Error(`not supported: ${method}`), { code: -32601 })
  }
})

const detail = Object.freeze({
  info: {
    uuid: crypto.randomUUID(),
    name: 'Stub Wallet',
    icon: 'data:image/svg+xml,',
    rdns: 'org.example.stub',
  },
  provider: {
    request,
    on: (event: string, tell: (value: unknown) => void) => (listeners[event] ??= new Set()).add(tell),
    removeListener: (event: string, tell: (value: unknown) => void) => listeners[event]?.delete(tell),
  },
})

/** Announced by EIP-6963, once for all tests of a file: a wallet that was announced stays. */
export function injectEvm({ declines = false }: Wishes = {}) {
  refuses = declines
  chain = '0x1'
  const say = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', say)
  say()
  return { address, request, emit }
}

/** Written into the page before it runs. */
export function injectPolkadot(addresses: string[], { declines = false }: Wishes = {}) {
  const signRaw = vi.fn<
    (payload: { address: string; data: string; type: string }) => Promise<{ signature: string }>
  >(async () => {
    if (declines) throw new Error('Cancelled')
    return { signature: '0xdot' }
  })
  window.injectedWeb3 = {
    'polkadot-js': {
      enable: async () => ({
        accounts: { get: async () => addresses.map(one => ({ address: one })) },
        signer: { signRaw },
      }),
    },
  }
  return { signRaw }
}

/** Registered by the wallet standard's event. */
export function injectSolana(account: string) {
  const signMessage = vi.fn<(input: { message: Uint8Array }) => Promise<{ signature: Uint8Array }[]>>(
    async () => [{ signature: new Uint8Array([1, 2, 3]) }],
  )
  const wallet = {
    version: '1.0.0',
    name: 'Sun',
    icon: 'data:image/svg+xml,',
    chains: ['solana:mainnet'],
    accounts: [],
    features: {
      'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [{ address: account }] }) },
      'solana:signMessage': { version: '1.0.0', signMessage },
    },
  }
  const callback = ({ register }: { register: (wallet: unknown) => void }) => register(wallet)
  const ready = (event: Event) => callback((event as CustomEvent).detail)
  window.addEventListener('wallet-standard:app-ready', ready)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  return { signMessage }
}
