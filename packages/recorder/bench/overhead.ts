// What the recorder adds to a wallet call, in microseconds of the processor: the median of rounds against a wallet that
// answers at once. Other programs on the machine do not count.
//
//   node recorder/bench/overhead.ts
import { createRecorder } from '../src/index.ts'
import type { Provider, RequestArguments } from '../src/types.ts'

const ROUNDS = 15
const CALLS = 20_000
const TO = '0x3fc91a3afd70395cd496c647d5a6cc9d4b2b7fad'

const CASES: Record<string, RequestArguments> = {
  read: { method: 'eth_blockNumber' },
  'send, 500 bytes of data': {
    method: 'eth_sendTransaction',
    params: [{ to: TO, data: `0x${'ab'.repeat(500)}`, value: '0x0' }],
  },
  'a send that fails': { method: 'eth_sendTransaction', params: [{ to: TO, data: '0xdec11ed0' }] },
}

const wallet = (isFrozen: boolean): Provider => {
  const provider: Provider = {
    async request({ params }) {
      if ((params as [{ data: string }] | undefined)?.[0].data === '0xdec11ed0')
        throw Object.assign(new Error('User denied transaction signature.'), { code: 4001 })
      return '0x10'
    },
  }
  return isFrozen ? Object.freeze(provider) : provider
}

async function microseconds(provider: Provider, args: RequestArguments): Promise<number> {
  const began = process.cpuUsage()
  for (let count = 0; count < CALLS; count += 1) await provider.request(args).catch(() => undefined)
  const { user, system } = process.cpuUsage(began)
  return (user + system) / CALLS
}

const recorder = createRecorder({ contracts: [TO], receipts: [] })
const WALLETS = {
  bare: wallet(false),
  'in place': recorder.watch(wallet(false)),
  'stand-in': recorder.watch(wallet(true)),
}

for (const [name, args] of Object.entries(CASES)) {
  const rounds: Record<string, number[]> = {}
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [kind, provider] of Object.entries(WALLETS))
      (rounds[kind] ??= []).push(await microseconds(provider, args))
  const medians = Object.entries(rounds).map(([kind, all]) => {
    const median = all.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN
    return `${kind} ${median.toFixed(1)} µs`
  })
  console.log(`${name}: ${medians.join(', ')}`)
}
