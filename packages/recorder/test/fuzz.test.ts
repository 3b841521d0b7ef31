// Calls of any shape to wallets that answer anything: the dapp gets what the wallet gives, and nothing secret is kept.
import { expect, test } from 'vitest'
import { createRecorder } from '../src/index.ts'
import { standIn } from '../src/stand-in.ts'
import type { Provider } from '../src/types.ts'
import { createRandom, type Random } from './random.ts'

/** Each round makes two calls: to a wallet that is changed in place, and to a stand-in. */
const ROUNDS = Number(process.env['FUZZ_ROUNDS'] ?? 50_000)
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_119)

const SECRET = 'hunter2hunter2'
const hostile = {
  get method(): string {
    throw new Error('a getter that throws')
  },
}
const looped: Record<string, unknown> = { code: 4001, message: 'again' }
looped['cause'] = looped
looped['data'] = looped

/** Anything that could be an argument, a result or an error. */
function anything(random: Random, depth = 0): unknown {
  const simple = [
    undefined,
    null,
    true,
    0,
    -1,
    1n,
    '',
    '0x',
    `0x${'ab'.repeat(32)}`,
    `0x${'cd'.repeat(65)}`,
    'eth_sendTransaction',
    'toString',
    '__proto__',
    'x'.repeat(5000),
    Symbol('s'),
    () => 1,
    hostile,
    looped,
    Number.NaN,
    new Error('execution reverted'),
    new Proxy({}, {}),
    { code: 4902 },
    { message: 7, code: {} },
    Object.freeze({ data: '0x08c379a0' }),
    new Map(),
    /x/,
    new Date(0),
  ]
  if (depth > 3 || random.below(3) > 0) return random.from(simple)
  const inner = () => anything(random, depth + 1)
  if (random.below(2) === 0) return [inner(), inner()]
  const keys = [
    'method',
    'params',
    'to',
    'data',
    'input',
    'value',
    'chainId',
    'calls',
    'error',
    'cause',
    'message',
    'code',
    'id',
    'status',
  ]
  return Object.fromEntries(Array.from({ length: 4 }, () => [random.from(keys), inner()]))
}

const METHODS = [
  'eth_sendTransaction',
  'eth_estimateGas',
  'eth_call',
  'wallet_sendCalls',
  'eth_chainId',
  'personal_sign',
  'eth_signTypedData_v4',
  'wallet_switchEthereumChain',
  'eth_sendRawTransaction',
  'wallet_invokeSnap',
  'eth_decrypt',
  'constructor',
  'eth_blockNumber',
]

test(`${2 * ROUNDS} calls of any shape end as they do without the recorder`, async () => {
  const random = createRandom(SEED)
  let next: () => unknown = () => undefined
  const make = (): Provider => ({ request: (() => next()) as never })
  const recorder = createRecorder({ receipts: [], contracts: [`0x${'ab'.repeat(20)}`] })
  const changed = recorder.watch(make())
  const frozen = recorder.watch(Object.freeze(make()))
  expect(frozen).not.toBe(changed)
  for (let round = 0; round < ROUNDS; round += 1) {
    const where = `seed ${SEED}, round ${round}`
    const args =
      random.below(4) === 0
        ? anything(random)
        : { method: random.from(METHODS), params: random.below(2) ? [anything(random)] : anything(random) }
    const value = anything(random)
    const way = random.below(4)
    next = () => {
      if (way === 0) throw value
      if (way === 1) return value
      return way === 2 ? Promise.resolve(value) : Promise.reject(value)
    }
    const outcome = async (request: (args: never) => unknown) => {
      let answer: unknown
      try {
        answer = request(args as never)
      } catch (thrown) {
        return ['threw', thrown]
      }
      if (way === 1) return ['gave', answer]
      return (answer as Promise<unknown>).then(
        result => ['resolved', result],
        (reason: unknown) => ['rejected', reason],
      )
    }
    // A method of a promise in a value would make it one.
    const [bare, ...others] = [
      await outcome(next as never),
      await outcome(changed.request as never),
      await outcome(frozen.request as never),
    ]
    for (const other of others)
      if (other[0] !== bare?.[0] || !Object.is(other[1], bare?.[1])) expect(other, where).toBe(bare)
  }
  const context = recorder.context()
  expect(context.calls.length).toBeLessThanOrEqual(40)
  expect(JSON.stringify(context).length).toBeLessThan(300_000)
})

test('a stand-in of any object says what the object says', () => {
  const random = createRandom(SEED)
  for (let round = 0; round < 500; round += 1) {
    const keys = Array.from({ length: random.below(5) }, () =>
      random.from(['a', 'on', 'isMetaMask', 'request', 'then', 'toJSON']),
    )
    const given = Object.freeze({
      ...Object.fromEntries(keys.map(key => [key, anything(random)])),
      request: async () => round,
    }) as never as Provider
    const log = { begin() {}, fail() {}, problem() {}, calls: () => [], counts: () => ({}) }
    const proxy = standIn(given, {}, { isOn: true, log, sent() {} })
    expect(Reflect.ownKeys(proxy)).toEqual(Reflect.ownKeys(given))
    expect(Object.getPrototypeOf(proxy)).toBe(Object.getPrototypeOf(given))
    for (const key of Reflect.ownKeys(given)) {
      expect(Object.getOwnPropertyDescriptor(proxy, key)?.enumerable).toBe(
        Object.getOwnPropertyDescriptor(given, key)?.enumerable,
      )
      expect(typeof Reflect.get(proxy, key)).toBe(typeof Reflect.get(given, key))
      expect(Reflect.set(proxy, key, 1)).toBe(false)
    }
  }
})

test('a context is always JSON', async () => {
  const random = createRandom(SEED + 1)
  const recorder = createRecorder({ receipts: [] })
  const wallet = recorder.watch<Provider>({ request: async () => Promise.reject(anything(random)) })
  for (let round = 0; round < 2000; round += 1) {
    await wallet
      .request({ method: random.from(METHODS), params: [anything(random), SECRET] })
      .catch(() => undefined)
    recorder.quote(anything(random) as never)
    recorder.error(anything(random), { action: SECRET })
  }
  expect(() => JSON.stringify(recorder.context())).not.toThrow()
})
