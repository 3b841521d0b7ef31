// Twenty secrets, each where a page or a wallet has it. None is in what a recorder hands out.
import { afterEach, expect, test, vi } from 'vitest'
import { createRecorder } from '../src/index.ts'
import { openPage } from './page.ts'
import { ACCOUNT, KINDS, type Wallet } from './wallets.ts'

afterEach(() => vi.unstubAllGlobals())

const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow'
const KEY = `0x${'4c0883a69102937d'.repeat(4)}`
const SIGNATURE = `0x${'9242685bf161793c'.repeat(8)}1b`
const TYPED = 'Permit for everything I have'
const CALLDATA = `0xa9059cbb${'7e57c0de'.repeat(16)}`
const FOREIGN = '0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2'
const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'

const PLANTED = [
  PHRASE,
  KEY,
  KEY.slice(2),
  SIGNATURE,
  SIGNATURE.slice(2, 132),
  TYPED,
  CALLDATA,
  CALLDATA.slice(10),
  CALLDATA.slice(0, 10),
  FOREIGN,
  ACCOUNT,
  '0xdeadc0ffee123',
  TOKEN,
  'rpc-key-3141592653',
  'hunter2-in-a-field',
  'secret-of-a-snap',
  'rin.tester@example.org',
  'session-in-storage',
  'query-token-2718281828',
  'message to sign in with',
]

test(`none of ${PLANTED.length} planted secrets is kept`, async () => {
  const page = openPage({
    fetch: async () => ({ status: 500 }),
    localStorage: { token: 'session-in-storage' },
    location: {
      href: 'https://swap.example.org/swap?token=query-token-2718281828',
      origin: 'https://swap.example.org',
      pathname: '/swap',
    },
  })
  const recorder = createRecorder({ receipts: [] })
  const wallet = recorder.watch({
    ...(KINDS['a plain object']?.make() as Wallet),
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      const said = JSON.stringify(params)
      if (method === 'personal_sign' || method === 'eth_signTypedData_v4') {
        if (said.includes('fail'))
          throw Object.assign(new Error(`cannot sign ${said}`), { code: -32000, data: SIGNATURE })
        return SIGNATURE
      }
      throw Object.assign(new Error(`${method} failed: ${said}`), {
        code: -32603,
        data: { originalError: { code: 3, message: `reverted with ${said}`, data: CALLDATA } },
      })
    },
  })
  const ask = (method: string, ...params: unknown[]) =>
    wallet.request({ method, params }).catch(() => undefined)
  await ask('personal_sign', 'message to sign in with', ACCOUNT)
  await ask('personal_sign', 'message to sign in with fail', ACCOUNT)
  await ask('eth_signTypedData_v4', ACCOUNT, { primaryType: TYPED })
  await ask('eth_signTypedData_v4', ACCOUNT, { primaryType: `${TYPED} fail` })
  await ask('eth_sendRawTransaction', CALLDATA)
  await ask('eth_decrypt', KEY, ACCOUNT)
  await ask('wallet_invokeSnap', { snapId: 'npm:x', request: { method: 'secret-of-a-snap' } })
  await ask('wallet_importPrivateKey', KEY)
  for (const method of ['eth_sendTransaction', 'eth_estimateGas', 'eth_call'])
    await ask(method, { from: ACCOUNT, to: FOREIGN, data: CALLDATA, value: '0xdeadc0ffee123' })
  await ask('wallet_sendCalls', {
    from: ACCOUNT,
    calls: [{ to: FOREIGN, data: CALLDATA, value: '0xdeadc0ffee123' }],
  })
  await ask('wallet_addEthereumChain', {
    chainId: '0x1',
    rpcUrls: ['https://rpc.example.org/rpc-key-3141592653'],
  })
  await ask('custom_method', { mnemonic: PHRASE, key: KEY, password: TOKEN })
  await ask(KEY)

  page.console.error(
    `restored from ${PHRASE}`,
    new Error(`bad key ${KEY}`),
    { field: 'hunter2-in-a-field' },
    TOKEN,
  )
  page.console.warn(`signed: ${SIGNATURE} for ${ACCOUNT}, rin.tester@example.org`)
  page.dispatchEvent(
    Object.assign(new Event('unhandledrejection'), { reason: new Error(`${CALLDATA} to ${FOREIGN}`) }),
  )
  await page.fetch('https://rpc.example.org/rpc-key-3141592653')
  await page.fetch(`/api/session?token=${TOKEN}`)
  await page.fetch(`/api/accounts/${ACCOUNT}/rin.tester@example.org`)
  recorder.error(new Error(`swap of ${ACCOUNT} with ${KEY}`), { action: `import ${KEY}` })

  const kept = JSON.stringify(recorder.context())
  expect(recorder.context().calls.length).toBeGreaterThan(12)
  expect(recorder.context().lines.length).toBeGreaterThan(4)
  const found = PLANTED.filter(secret => kept.toLowerCase().includes(secret.toLowerCase()))
  expect(found).toEqual([])
  // Nor any other run of digits as long as half a key.
  expect(kept.match(/[0-9a-f]{32,}/gi)).toBeNull()
})
