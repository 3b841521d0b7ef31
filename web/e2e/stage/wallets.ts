// Wallets for a page, by the standards of their families. The keys stay here: what crosses over is a text and what was
// signed.
import { generateKeyPairSync, randomUUID, sign as signBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { hexToString, isHex, keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { base58, bech32, ss58 } from './addresses.ts'

export interface Stub {
  address: string
  /** What it has been asked. */
  calls: string[]
  /** Says no to whatever signs, from now on. */
  declines: boolean
}

function edwards() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  return { key, sign: (bytes: Uint8Array) => signBytes(null, bytes, privateKey) }
}

const REFUSAL = { code: 4001, message: 'User rejected the request.' }
const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Crect width="8" height="8" fill="%23d9a441"/%3E%3C/svg%3E'

/** Announced by EIP-6963. Knows only its first chain until it is told about another. */
export async function injectEvm(page: Page, account = privateKeyToAccount(generatePrivateKey())) {
  const stub: Stub = { address: account.address, calls: [], declines: false }
  let chain = '0x1'
  const known = new Set([chain])
  async function answer(method: string, params: unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_requestAccounts':
      case 'eth_accounts':
        return [stub.address]
      case 'eth_chainId':
        return chain
      case 'personal_sign': {
        if (stub.declines) throw REFUSAL
        const text = String(params[0])
        return account.signMessage({ message: isHex(text) ? hexToString(text) : text })
      }
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain': {
        const [{ chainId }] = params as [{ chainId: string }]
        if (method === 'wallet_addEthereumChain') known.add(chainId)
        if (!known.has(chainId)) throw { code: 4902, message: 'Unrecognized chain' }
        chain = chainId
        return null
      }
      default:
        throw { code: -32601, message: `not supported: ${method}` }
    }
  }
  await page.exposeFunction('__evm', async (method: string, params: unknown[] = []) => {
    stub.calls.push(method)
    return answer(method, params).then(
      result => ({ result }),
      error => ({ error }),
    )
  })
  await page.addInitScript(
    ({ uuid, icon }) => {
      type Listener = (value: unknown) => void
      const listeners: Record<string, Set<Listener>> = {}
      const emit = (event: string, value: unknown) => listeners[event]?.forEach(tell => tell(value))
      const ask = (window as never as { __evm: (method: string, params?: unknown[]) => Promise<never> }).__evm
      const provider = {
        request: async ({ method, params }: { method: string; params?: { chainId: string }[] }) => {
          const { result, error } = await ask(method, params)
          if (error) throw Object.assign(new Error((error as Error).message), error)
          if (method.endsWith('EthereumChain')) emit('chainChanged', params?.[0]?.chainId)
          return result
        },
        on: (event: string, tell: Listener) => (listeners[event] ??= new Set()).add(tell),
        removeListener: (event: string, tell: Listener) => listeners[event]?.delete(tell),
      }
      Object.assign(window, { stubEmit: emit })
      const detail = Object.freeze({
        info: Object.freeze({ uuid, name: 'Stub Wallet', icon, rdns: 'org.example.stub' }),
        provider,
      })
      const say = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      addEventListener('eip6963:requestProvider', say)
      say()
    },
    { uuid: randomUUID(), icon: ICON },
  )
  return stub
}

/** Has something happen in the wallet of Ethereum's family. */
export const emit = (page: Page, event: string, value: unknown) =>
  page.evaluate(
    ([name, what]) => (window as never as { stubEmit: (...all: unknown[]) => void }).stubEmit(name, what),
    [event, value] as const,
  )

/** Registered by the wallet standard. */
export async function injectSolana(page: Page) {
  const { key, sign } = edwards()
  const stub: Stub = { address: base58(key), calls: [], declines: false }
  await page.exposeFunction('__solana', (message: number[]) => {
    stub.calls.push('solana:signMessage')
    return stub.declines ? null : [...sign(Uint8Array.from(message))]
  })
  await page.addInitScript(
    ({ address, icon, bytes }) => {
      const ask = (window as never as { __solana: (message: number[]) => Promise<number[] | null> }).__solana
      const account = { address, publicKey: Uint8Array.from(bytes), chains: ['solana:mainnet'], features: [] }
      const wallet = {
        version: '1.0.0',
        name: 'Stub Sun',
        icon,
        chains: ['solana:mainnet'],
        accounts: [],
        features: {
          'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [account] }) },
          'standard:events': { version: '1.0.0', on: () => () => undefined },
          'solana:signMessage': {
            version: '1.1.0',
            signMessage: async ({ message }: { message: Uint8Array }) => {
              const signature = await ask([...message])
              if (!signature) throw new Error('User rejected the request.')
              return [{ signedMessage: message, signature: Uint8Array.from(signature) }]
            },
          },
        },
      }
      const callback = ({ register }: { register: (one: unknown) => void }) => register(wallet)
      addEventListener('wallet-standard:app-ready', event => callback((event as CustomEvent).detail))
      dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
    },
    { address: stub.address, icon: ICON, bytes: [...key] },
  )
  return stub
}

/** Written into the page, as its extension does; it wraps what it signs. */
export async function injectPolkadot(page: Page) {
  const { key, sign } = edwards()
  const stub: Stub = { address: ss58(key), calls: [], declines: false }
  await page.exposeFunction('__polkadot', (data: string) => {
    stub.calls.push('signRaw')
    const wrapped = `<Bytes>${Buffer.from(data.slice(2), 'hex')}</Bytes>`
    return stub.declines ? null : `0x${sign(Buffer.from(wrapped)).toString('hex')}`
  })
  await page.addInitScript(address => {
    const ask = (window as never as { __polkadot: (data: string) => Promise<string | null> }).__polkadot
    const signRaw = async ({ data }: { data: string }) => {
      const signature = await ask(data)
      if (!signature) throw new Error('Cancelled')
      return { id: 1, signature }
    }
    const enable = async () => ({ accounts: { get: async () => [{ address }] }, signer: { signRaw } })
    Object.assign(window, { injectedWeb3: { 'stub-dot': { version: '1', enable } } })
  }, stub.address)
  return stub
}

/** Listens to messages, as its extension does; it signs the digest with its own prefix. */
export async function injectMultiversx(page: Page) {
  const { key, sign } = edwards()
  const stub: Stub = { address: bech32('erd', key), calls: [], declines: false }
  await page.exposeFunction('__multiversx', (message: string) => {
    stub.calls.push('signMessage')
    if (stub.declines) return null
    const text = Buffer.from(message)
    const head = Buffer.from(`\x17Elrond Signed Message:\n${text.length}`)
    return sign(keccak256(Buffer.concat([head, text]), 'bytes')).toString('hex')
  })
  await page.addInitScript(address => {
    const ask = (window as never as { __multiversx: (message: string) => Promise<string | null> })
      .__multiversx
    Object.assign(window, { elrondWallet: { extensionId: 'stub' } })
    addEventListener('message', async ({ data: asked }) => {
      if (asked?.target !== 'erdw-inpage') return
      const answers: Record<string, () => Promise<object>> = {
        connect: async () => ({ address }),
        signMessage: async () => ({ signature: await ask(asked.data.message) }),
      }
      const data = await (answers[asked.type]?.() ?? Promise.resolve({}))
      postMessage({ target: 'erdw-contentScript', type: `${asked.type}Response`, data }, origin)
    })
  }, stub.address)
  return stub
}
