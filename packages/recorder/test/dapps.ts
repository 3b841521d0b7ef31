// A dapp made with each library. Its steps are taken one after the other, and each ends in a text.
import {
  connect,
  createConfig,
  createStorage,
  disconnect,
  injected,
  sendCalls,
  signMessage,
} from '@wagmi/core'
import { sendTransaction, signTypedData, switchChain, watchConnection } from '@wagmi/core'
import { BrowserProvider } from 'ethers'
import { type Chain, createWalletClient, custom, publicActions } from 'viem'
import { base, mainnet } from 'viem/chains'
import { createRecorder, type Recorder } from '../src/index.ts'
import { findProviders } from './announce.ts'
import { ACCOUNT, type Wallet } from './wallets.ts'

export type Steps = Record<string, () => unknown>
/** Makes the dapp. Its steps are taken later. */
type Dapp = (page: EventTarget) => Steps

const TO = '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad'
const WORKS = '0x12345678'
const DECLINED = '0xdec11ed0'
const REVERTS = '0xbad0bad0'
const TYPED = {
  domain: { name: 'Swap', chainId: 8453 },
  types: { Order: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Order',
  message: { amount: 1n },
} as const

const walletOf = (page: EventTarget) => {
  const [provider] = findProviders(page)
  if (!provider) throw new Error('The page has no wallet.')
  return provider as Wallet
}

const viem: Dapp = page => {
  const provider = walletOf(page)
  const client = createWalletClient({
    account: ACCOUNT,
    chain: base,
    transport: custom(provider, { retryCount: 0 }),
  }).extend(publicActions)
  const send = (data: typeof WORKS | typeof DECLINED | typeof REVERTS, value = 0n) =>
    client.sendTransaction({ to: TO, data, value, gas: 21_000n })
  return {
    connect: () => client.requestAddresses(),
    chain: () => client.getChainId(),
    sign: () => client.signMessage({ message: 'hello' }),
    'sign typed data': () => client.signTypedData(TYPED),
    send: () => send(WORKS),
    'the send is declined': () => send(DECLINED),
    'too little coin': () => send(WORKS, 0xffffffffffffn),
    'the estimate reverts': () => client.estimateGas({ to: TO, data: REVERTS }),
    'a batch': () => client.sendCalls({ calls: [{ to: TO, data: WORKS }] }),
    'an unknown network': () => client.switchChain({ id: mainnet.id }),
    'twenty calls at once': () => Promise.all(Array.from({ length: 20 }, () => client.getBlockNumber())),
  }
}

const ethers: Dapp = page => {
  const provider = new BrowserProvider(walletOf(page), undefined, { cacheTimeout: -1 })
  const send = async (data: string, value = 0n) =>
    (await provider.getSigner()).sendUncheckedTransaction({ to: TO, data, value, gasLimit: 21_000n })
  return {
    connect: () => provider.send('eth_requestAccounts', []),
    chain: async () => (await provider.getNetwork()).chainId,
    sign: async () => (await provider.getSigner()).signMessage('hello'),
    'sign typed data': async () =>
      (await provider.getSigner()).signTypedData(
        TYPED.domain,
        { Order: [...TYPED.types.Order] },
        TYPED.message,
      ),
    send: () => send(WORKS),
    'the send is declined': () => send(DECLINED),
    'too little coin': () => send(WORKS, 0xffffffffffffn),
    'the estimate reverts': () => provider.estimateGas({ to: TO, data: REVERTS, from: ACCOUNT }),
    'a batch': () => provider.send('wallet_sendCalls', [{ version: '2.0.0', calls: [] }]),
    'an unknown network': () => provider.send('wallet_switchEthereumChain', [{ chainId: '0x1' }]),
    'twenty calls at once': () => Promise.all(Array.from({ length: 20 }, () => provider.getBlockNumber())),
  }
}

const wagmi: Dapp = page => {
  const provider = walletOf(page)
  const config = createConfig({
    chains: [base, mainnet] as [Chain, Chain],
    connectors: [injected({ target: { id: 'wallet', name: 'Wallet', provider: provider as never } })],
    transports: {
      [base.id]: custom(provider, { retryCount: 0 }),
      [mainnet.id]: custom(provider, { retryCount: 0 }),
    },
    storage: createStorage({ storage: { getItem: () => null, setItem() {}, removeItem() {} } }),
  })
  const [connector] = config.connectors
  if (!connector) throw new Error('wagmi has no connector.')
  const heard: unknown[] = []
  watchConnection(config, {
    onChange: ({ status, address, chainId }) => void heard.push([status, address, chainId]),
  })
  const send = (data: typeof WORKS | typeof DECLINED, value = 0n) =>
    sendTransaction(config, { to: TO, data, value, gas: 21_000n })
  return {
    connect: async () => (await connect(config, { connector })).accounts,
    sign: () => signMessage(config, { message: 'hello' }),
    'sign typed data': () => signTypedData(config, TYPED),
    send: () => send(WORKS),
    'the send is declined': () => send(DECLINED),
    'too little coin': () => send(WORKS, 0xffffffffffffn),
    'a batch': () => sendCalls(config, { calls: [{ to: TO, data: WORKS }] }),
    'an unknown network': () => switchChain(config, { chainId: mainnet.id }),
    'events of the wallet': () => {
      provider.emit('accountsChanged', [TO])
      provider.emit('chainChanged', '0x1')
      provider.emit('disconnect', new Error('gone'))
    },
    disconnect: () => disconnect(config),
    'all that was heard': () => heard,
  }
}

/** Takes all steps and notes, as text, how each of them ends. */
export async function outcomes(steps: Steps): Promise<Record<string, string>> {
  const ends: Record<string, string> = {}
  for (const [name, step] of Object.entries(steps)) {
    try {
      ends[name] = asText(await step())
    } catch (error) {
      ends[name] = `failed: ${asText(chainOfErrors(error))}`
    }
  }
  return ends
}

const asText = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)) ?? 'nothing'

/** What a dapp reads of an error and of all its causes. */
function chainOfErrors(error: unknown): unknown[] {
  const { name, message, code, data, cause, info } = error as Error & Record<string, unknown>
  return [{ name, message, code, data, info }, ...(cause ? chainOfErrors(cause) : [])]
}

const recorder = (): Recorder => createRecorder({ receipts: [], lines: false })
export const ORDERS: Record<string, (make: () => Steps) => { steps: Steps; last: Recorder }> = {
  before: make => {
    const last = recorder()
    return { last, steps: make() }
  },
  'after the dapp': make => {
    const steps = make()
    return { steps, last: recorder() }
  },
  twice: make => {
    const last = recorder()
    recorder()
    return { last, steps: make() }
  },
}

export const DAPPS = { viem, ethers, wagmi }
