import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRecorder } from '../src/index.ts'
import type { Provider, Request } from '../src/types.ts'
import { announce, findProviders } from './announce.ts'
import { openPage } from './page.ts'
import { ACCOUNT, KINDS, SIGNATURE, TX, UNDONE, type Wallet } from './wallets.ts'

afterEach(() => vi.unstubAllGlobals())

const OWN = '0x3FC91A3afd70395Cd496C647d5a6CC9D4B2b7FAD'
const send = (data: string, more: object = {}) => ({
  method: 'eth_sendTransaction',
  params: [{ from: ACCOUNT, to: OWN, data, ...more }],
})

describe.each(Object.entries(KINDS))('%s', (_, { make, isChangeable }) => {
  test('is the same to its dapp', async () => {
    const bare = make()
    const recorder = createRecorder({ receipts: [] })
    const wallet = recorder.watch(bare)
    expect(wallet === bare).toBe(isChangeable)
    expect(recorder.watch(bare)).toBe(wallet)
    expect(wallet.isMetaMask).toBe(true)
    expect(wallet.selectedAddress).toBe(ACCOUNT)
    expect(wallet.on).toBe(wallet.on)
    expect(wallet.request.name).toBe(bare.request.name)
    expect(wallet.request.length).toBe(make().request.length)
    expect(Object.keys(wallet)).toEqual(Object.keys(make()))
    expect('request' in wallet).toBe(true)
    expect(wallet instanceof (bare.constructor as never)).toBe(true)
    expect({ ...wallet }.isMetaMask).toBe(true)
  })

  test('tells its events once, and no more after they are given up', () => {
    const wallet = createRecorder().watch(make())
    const heard = vi.fn()
    expect(wallet.on('accountsChanged', heard)).toBe(wallet)
    wallet.emit('accountsChanged', [ACCOUNT])
    wallet.removeListener('accountsChanged', heard)
    wallet.emit('accountsChanged', [])
    expect(heard.mock.calls).toEqual([[[ACCOUNT]]])
  })

  test('answers and fails as before, also with its request taken off', async () => {
    const recorder = createRecorder({ receipts: [], contracts: [OWN] })
    const wallet = recorder.watch(make(), { rdns: 'org.example.wallet' })
    const { request } = wallet
    expect(await wallet.request(send('0x12345678'))).toBe(TX)
    await expect(wallet.request(send('0xdec11ed0'))).rejects.toMatchObject({ code: 4001 })
    if (!isChangeable) expect(await request({ method: 'eth_chainId' })).toBe('0x2105')
    expect(await wallet.request({ method: 'personal_sign', params: ['a secret', ACCOUNT] })).toBe(SIGNATURE)
    expect(recorder.context().calls).toMatchObject([
      {
        n: 1,
        method: 'eth_sendTransaction',
        hash: TX,
        to: OWN.toLowerCase(),
        selector: '0x12345678',
        bytes: 4,
        wallet: 'org.example.wallet',
      },
      { n: expect.any(Number), problem: 'user_rejected', error: { code: 4001 } },
      { method: 'personal_sign' },
    ])
  })

  test('is seen through its announcement, and by a recorder that comes later', async () => {
    const page = openPage()
    const first = createRecorder({ receipts: [] })
    announce(page, make())
    const [wallet, ...others] = findProviders(page)
    expect(others).toEqual([])
    await wallet?.request(send('0x12345678'))
    expect(first.context().calls).toHaveLength(1)
    first.stop()
    const second = createRecorder({ receipts: [] })
    await findProviders(page)[0]?.request(send('0x12345678'))
    expect(first.context().calls).toHaveLength(1)
    expect(second.context().calls).toHaveLength(1)
  })

  test('is listed once with its name, and can be asked without a record', async () => {
    const page = openPage()
    const recorder = createRecorder({ receipts: [] })
    const bare = make()
    const wallet = recorder.watch(bare)
    recorder.watch(wallet)
    announce(page, bare, { rdns: 'org.example.named' })
    const [listed, ...others] = recorder.wallets()
    expect([listed?.info.rdns, others]).toEqual(['org.example.named', []])
    expect(await listed?.request({ method: 'personal_sign', params: ['0x', ACCOUNT] })).toBe(SIGNATURE)
    expect(recorder.context().calls).toEqual([])
    recorder.stop()
    const late = make()
    expect(recorder.watch(late)).toBe(late)
    expect(recorder.wallets().length).toBe(2)
    expect(await recorder.wallets()[1]?.request({ method: 'personal_sign', params: ['0x', ACCOUNT] })).toBe(
      SIGNATURE,
    )
  })

  test('is recorded once by two recorders, and bare again after the end', async () => {
    const bare = make()
    const before = bare.request
    const [first, second] = [createRecorder({ receipts: [] }), createRecorder({ receipts: [] })]
    const wallet = second.watch(first.watch(bare))
    await wallet.request(send('0x12345678'))
    expect(first.context().calls.length + second.context().calls.length).toBe(1)
    first.stop()
    second.stop()
    expect(bare.request).toBe(before)
    expect(await wallet.request({ method: 'eth_chainId' })).toBe('0x2105')
  })
})

test('all arguments reach the wallet, and the same error comes back', async () => {
  const error = new Error('no')
  const request = vi.fn<Request>().mockRejectedValue(error)
  const wallet = createRecorder().watch({ request })
  const [args, options] = [{ method: 'eth_call' }, { signal: new AbortController().signal }]
  await expect(wallet.request(args, options)).rejects.toBe(error)
  expect(request).toHaveBeenCalledWith(args, options)
  expect(request.mock.calls[0]?.[0]).toBe(args)
})

test('an answer that is not a promise, and an error that is thrown at once, stay what they are', () => {
  const wallet = createRecorder().watch({
    request(args: { method: string }): unknown {
      if (args.method === 'throw') throw new TypeError('at once')
      return 7
    },
  })
  expect(wallet.request({ method: 'seven' })).toBe(7)
  expect(() => wallet.request({ method: 'throw' })).toThrow(TypeError)
})

test('an error that a dapp does not catch stays unhandled', async () => {
  const unhandled = vi.fn()
  process.on('unhandledRejection', unhandled)
  const wallet = createRecorder().watch({ request: async () => Promise.reject(new Error('uncaught')) })
  void wallet.request()
  await new Promise(resolve => setImmediate(resolve))
  process.off('unhandledRejection', unhandled)
  expect(unhandled).toHaveBeenCalledOnce()
})

test('a value that is not a provider is handed back', () => {
  const recorder = createRecorder()
  for (const value of [{}, [], { request: 7 }]) expect(recorder.watch(value)).toBe(value)
  expect(recorder.watch(null as never)).toBe(null)
})

test('window.ethereum is changed in place and never replaced', async () => {
  const page = openPage()
  const [wallet, inner, frozen] = [
    KINDS['a plain object']?.make(),
    KINDS['a proxy']?.make(),
    KINDS['a frozen object']?.make(),
  ]
  const ethereum = Object.assign(wallet as Wallet, { providers: [inner, frozen] })
  Object.assign(page, { ethereum })
  const recorder = createRecorder({ receipts: [] })
  expect((page as never as { ethereum: unknown }).ethereum).toBe(ethereum)
  expect(ethereum.providers[1]).toBe(frozen)
  await ethereum.request(send('0x12345678'))
  await inner?.request(send('0x12345678'))
  expect(recorder.context().calls).toHaveLength(2)
})

test('a wallet that comes late is found when it says so', async () => {
  const page = openPage()
  const recorder = createRecorder({ receipts: [] })
  const wallet = KINDS['a plain object']?.make() as Wallet
  Object.assign(page, { ethereum: wallet })
  page.dispatchEvent(new Event('ethereum#initialized'))
  await wallet.request(send('0x12345678'))
  expect(recorder.context().calls).toHaveLength(1)
})

test('a transaction that is mined and undone becomes a problem, through the wallet that sent it', async () => {
  vi.useFakeTimers()
  const onProblem = vi.fn()
  const recorder = createRecorder({ onProblem })
  const wallet = recorder.watch(KINDS['a class with private fields']?.make() as Wallet)
  await wallet.request(send('0xdeaddead'))
  await wallet.request(send('0x12345678'))
  await wallet.request({ method: 'wallet_sendCalls', params: [{ chainId: '0x2105', calls: [] }] })
  expect(onProblem).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(recorder.context().calls).toMatchObject([
    { hash: UNDONE, chain: 8453, status: 'reverted', problem: 'reverted' },
    { hash: TX, chain: 8453, status: 'success' },
    { method: 'wallet_sendCalls', hash: UNDONE, status: 'reverted', problem: 'reverted' },
  ])
  expect(onProblem).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

test('a receipt that never comes is not claimed to be lost', async () => {
  vi.useFakeTimers()
  const recorder = createRecorder()
  const asked = vi.fn()
  const wallet = recorder.watch<Provider>({
    request: async ({ method }) => {
      if (method === 'eth_getTransactionReceipt') asked()
      return method === 'eth_sendTransaction' ? TX : null
    },
  })
  await wallet.request(send('0x12345678'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(asked).toHaveBeenCalledTimes(8)
  expect(recorder.context().calls).toMatchObject([{ hash: TX, status: 'not_seen' }])
  expect(recorder.context().calls[0]).not.toHaveProperty('problem')
  vi.useRealTimers()
})

test('no request of its own is made while a prompt may be open', async () => {
  const asked: string[] = []
  let accept = (_: unknown) => {}
  const wallet = createRecorder().watch<Provider>({
    request: ({ method }) => {
      asked.push(method)
      return new Promise(resolve => (accept = resolve))
    },
  })
  const sent = wallet.request(send('0x12345678'))
  await new Promise(resolve => setImmediate(resolve))
  expect(asked).toEqual(['eth_sendTransaction'])
  accept(TX)
  await sent
})

test('a transport of viem is recorded, and polling that works is only counted', async () => {
  const recorder = createRecorder({ receipts: [] })
  const transport = recorder.transport((_: object) => ({
    name: 'http',
    request: async ({ method }: { method: string }) => {
      if (method === 'eth_call')
        throw Object.assign(new Error('execution reverted'), { code: 3, data: '0x08c379a0' })
      return '0x1'
    },
  }))
  const { request, name } = transport({})
  expect(name).toBe('http')
  for (let count = 0; count < 100; count += 1) await request({ method: 'eth_blockNumber' })
  await expect(request({ method: 'eth_call' })).rejects.toThrow()
  expect(recorder.context()).toMatchObject({
    counts: { eth_blockNumber: 100, eth_call: 1 },
    calls: [
      { method: 'eth_call', wallet: 'rpc', problem: 'call_reverted', error: { code: 3, data: '0x08c379a0' } },
    ],
  })
})

test('the newest calls are kept, and the dapp can add errors and quotes of its own', async () => {
  openPage()
  const recorder = createRecorder({ calls: 3, receipts: [] })
  const wallet = recorder.watch(KINDS['a plain object']?.make() as Wallet)
  const quote = recorder.quote({
    expectedOut: 10n,
    minOut: '9',
    chainId: 8453,
    route: 'USDC › WETH',
    slippageBps: 50,
  })
  for (let count = 0; count < 5; count += 1) await wallet.request(send('0x12345678', { chainId: '0x2105' }))
  recorder.error(new Error('chain mismatch'), { action: 'swap', chain: 1 })
  const { calls, quotes, build, path } = recorder.context()
  expect(calls.map(({ n }) => n)).toEqual([4, 5, 6])
  expect(calls.at(-1)).toMatchObject({ method: 'app:swap', chain: 1, problem: 'wrong_network' })
  expect(quotes).toMatchObject([{ id: quote.id, hash: TX, expectedOut: '10', minOut: '9', chainId: 8453 }])
  expect(build).toBe('web 0.5.1 a41c9e2')
  expect(path).toBe('/swap/*')
})

test('a quote waits ten minutes for a send of its chain', async () => {
  vi.useFakeTimers()
  const recorder = createRecorder({ receipts: [] })
  const wallet = recorder.watch(KINDS['a plain object']?.make() as Wallet)
  recorder.quote({ chainId: 1, route: 'other' })
  await wallet.request(send('0x12345678', { chainId: '0x2105' }))
  expect(recorder.context().quotes).toMatchObject([{ route: 'other' }])
  expect(recorder.context().quotes[0]).not.toHaveProperty('hash')
  vi.advanceTimersByTime(10 * 60_000)
  expect(recorder.context().quotes).toEqual([])
  vi.useRealTimers()
})

test('an error in the listener of the dapp stays there', async () => {
  const recorder = createRecorder({
    onProblem: () => {
      throw new Error('in the listener')
    },
  })
  const wallet = recorder.watch(KINDS['a plain object']?.make() as Wallet)
  await expect(wallet.request(send('0xdec11ed0'))).rejects.toMatchObject({ code: 4001 })
})
