// Providers of every kind that wallets hand out, in front of one imagined wallet.
import type { Provider, RequestArguments } from '../src/types.ts'

export const ACCOUNT = '0x1be31a94361a391bbafb2a4ccd704f57dc04d4bb'
export const TX = `0x${'5e91'.repeat(16)}` as const
export const UNDONE = `0x${'dead'.repeat(16)}` as const

type Listener = (value: unknown) => void

/** What a wallet answers. Each of its refusals has the form that real wallets give it. */
export async function answer({ method, params }: RequestArguments): Promise<unknown> {
  const [first] = (params ?? []) as [Record<string, string> & string]
  switch (method) {
    case 'eth_chainId':
      return '0x2105'
    case 'eth_requestAccounts':
    case 'eth_accounts':
      return [ACCOUNT]
    case 'eth_estimateGas':
      if (first['data'] === '0xbad0bad0')
        throw wrong(-32603, 'Internal JSON-RPC error.', {
          code: 3,
          message: 'execution reverted: STF',
          data: REVERT,
        })
      return '0x5208'
    case 'eth_sendTransaction':
      if (first['data'] === '0xdec11ed0') throw wrong(4001, 'User denied transaction signature.')
      if (first['value'] === '0xffffffffffff')
        throw wrong(-32000, 'insufficient funds for gas * price + value')
      return first['data'] === '0xdeaddead' ? UNDONE : TX
    case 'eth_getTransactionReceipt':
      return { ...RECEIPT, transactionHash: first, status: first === UNDONE ? '0x0' : '0x1' }
    case 'personal_sign':
    case 'eth_signTypedData_v4':
      return SIGNATURE
    case 'wallet_switchEthereumChain':
      if (first['chainId'] === '0x2105') return null
      throw wrong(-32603, 'Internal error', {
        originalError: { code: 4902, message: 'Unrecognized chain ID "0x5"' },
      })
    case 'wallet_sendCalls':
      return { id: '0xba7c4' }
    case 'wallet_getCallsStatus':
      return { status: 500, receipts: [{ status: '0x0', transactionHash: UNDONE }] }
    case 'eth_blockNumber':
      return '0x10'
    case 'eth_gasPrice':
    case 'eth_maxPriorityFeePerGas':
      return '0x1'
    case 'eth_getTransactionCount':
      return '0x7'
    case 'eth_call':
      return '0x'
    default:
      throw wrong(4200, `The method ${method} is not supported.`)
  }
}

export const SIGNATURE = `0x${'51'.repeat(65)}`
export const REVERT = `0x08c379a0${'00'.repeat(60)}`
const RECEIPT = {
  blockHash: `0x${'11'.repeat(32)}`,
  blockNumber: '0x10',
  contractAddress: null,
  cumulativeGasUsed: '0x5208',
  effectiveGasPrice: '0x1',
  from: ACCOUNT,
  gasUsed: '0x5208',
  logs: [],
  logsBloom: `0x${'00'.repeat(256)}`,
  to: ACCOUNT,
  transactionIndex: '0x0',
  type: '0x2',
}

const wrong = (code: number, message: string, data?: object) =>
  Object.assign(new Error(message), { code, ...(data ? { data } : {}) })

/** A wallet that keeps what it needs in private fields, as classes of wallets do. */
class ClassWallet {
  readonly isMetaMask = true
  #listeners = new Map<string, Set<Listener>>()
  get selectedAddress() {
    return this.#listeners ? ACCOUNT : null
  }
  async request(args: RequestArguments): Promise<unknown> {
    if (!(#listeners in this)) throw new TypeError('request was called on another object')
    return answer(args)
  }
  on(event: string, listener: Listener) {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
    return this
  }
  removeListener(event: string, listener: Listener) {
    this.#listeners.get(event)?.delete(listener)
    return this
  }
  emit(event: string, value: unknown) {
    for (const listener of this.#listeners.get(event) ?? []) listener(value)
  }
}

export type Wallet = Provider &
  Pick<ClassWallet, 'on' | 'removeListener' | 'emit' | 'isMetaMask' | 'selectedAddress'>

function plain(): Wallet {
  const wallet = new ClassWallet()
  return {
    isMetaMask: true,
    selectedAddress: ACCOUNT,
    request: answer,
    on(event: string, listener: Listener) {
      wallet.on(event, listener)
      return this
    },
    removeListener(event: string, listener: Listener) {
      wallet.removeListener(event, listener)
      return this
    },
    emit: (event: string, value: unknown) => wallet.emit(event, value),
  } as unknown as Wallet
}

/** The methods of Brave's provider cannot be written or redefined. */
function fixed(): Wallet {
  const wallet = plain()
  Object.defineProperty(wallet, 'request', { value: answer, writable: false, configurable: false })
  return wallet
}

/** MetaMask hands out a proxy that reads from its target, for the private fields, and cannot lose a property. */
function proxied(): Wallet {
  return new Proxy(plain(), {
    deleteProperty: () => true,
    get: (target, key) => Reflect.get(target, key, target) as unknown,
  })
}

export const KINDS: Record<string, { make: () => Wallet; isChangeable: boolean }> = {
  'a plain object': { make: plain, isChangeable: true },
  'a class with private fields': { make: () => new ClassWallet() as Wallet, isChangeable: true },
  'a proxy': { make: proxied, isChangeable: true },
  'a frozen object': { make: () => Object.freeze(plain()), isChangeable: false },
  'a frozen class': { make: () => Object.freeze(new ClassWallet()) as Wallet, isChangeable: false },
  'fixed methods': { make: fixed, isChangeable: false },
}
