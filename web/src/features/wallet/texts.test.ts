import { expect, test, vi } from 'vitest'
import { networkProvider } from '#/features/wallet/connectors/network'
import { magicLinkProvider } from '#/features/wallet/connectors/magic-link'
import { walletConnectProvider } from '#/features/wallet/connectors/wallet-connect'
import { fromWallet, isDeclined, TEXTS } from '#/features/wallet/texts'

// Their makers' code wants a browser and a network; here it is enough that they are never reached.
vi.mock('magic-sdk', () => ({ Magic: vi.fn() }))
vi.mock('@walletconnect/ethereum-provider', () => ({
  EthereumProvider: { init: () => Promise.reject(new Error('no relay')) },
}))

test.each([
  ['EIP-1193', { code: 4001, message: 'no' }],
  ['a relay', { code: 5000, message: 'User disapproved' }],
  ['inside another error', { message: 'outer', cause: { code: 4001 } }],
  ['Solana', new Error('User rejected the request.')],
  ['Polkadot', new Error('Cancelled')],
])('saying no is recognised: %s', (_, thrown) => {
  expect(isDeclined(thrown)).toBe(true)
  expect(fromWallet(thrown, TEXTS.notSigned).declined).toBe(true)
})

test('everything else is a failure in the words of the specification', () => {
  const problem = fromWallet(new Error('the battery is empty'), TEXTS.notSigned)
  expect(problem).toMatchObject({ declined: false, message: 'Data not signed' })
})

test('the optional connectors say what they lack', async () => {
  await expect(walletConnectProvider('', () => undefined)).rejects.toThrow('WalletConnect requires projectId')
  await expect(walletConnectProvider('p', () => undefined)).rejects.toThrow(
    'Could not connect via WalletConnect, error in connecting to provider',
  )
  const magic = { apiKey: 'k', network: 'mainnet' }
  await expect(magicLinkProvider(magic, '')).rejects.toThrow('"email" not provided, please provide Email')
  await expect(magicLinkProvider({ ...magic, apiKey: '' }, 'a@b.example')).rejects.toThrow(
    '"apiKey" not provided',
  )
  await expect(magicLinkProvider({ ...magic, network: '' }, 'a@b.example')).rejects.toThrow(
    '"network" not provided',
  )
})

const URLS = { '31337': 'http://node.example' }
const answering = (body: unknown, init?: ResponseInit) =>
  vi.fn(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), init))
const ask = (fetching: typeof fetch, method = 'eth_accounts') =>
  networkProvider(URLS, fetching).request({ method } as never)
const failed = (inner: string) => TEXTS.networkFailed('eth_accounts', inner)

test('a node is asked as JSON-RPC wants it', async () => {
  const fetching = answering({ jsonrpc: '2.0', id: 1, result: ['0xA'] })
  await expect(ask(fetching, 'eth_requestAccounts')).resolves.toEqual(['0xA'])
  const [url, init] = fetching.mock.calls[0] as unknown as [string, RequestInit]
  expect(url).toBe('http://node.example')
  expect(JSON.parse(String(init.body))).toMatchObject({ jsonrpc: '2.0', method: 'eth_accounts', params: [] })
})

test('what a node does wrong is said in the words of the specification', async () => {
  await expect(ask(vi.fn(async () => undefined as never))).rejects.toThrow(failed('No response'))
  await expect(ask(answering('', { status: 503, statusText: 'Busy' }))).rejects.toThrow(
    failed('Error response [503] Busy'),
  )
  await expect(ask(answering({ error: { message: 'no such method' } }))).rejects.toThrow(
    failed('no such method'),
  )
  await expect(ask(answering('<html>'))).rejects.toThrow(failed('Received unexpected JSON-RPC response'))
})

test('a chain without a node is refused by its number', async () => {
  expect(() => networkProvider({})).toThrow('Cannot connect to rpc: No urls or speedyNodeApiKey provided')
  const provider = networkProvider(URLS, answering({ result: null }))
  const move = provider.request({
    method: 'wallet_switchEthereumChain',
    params: [{ chainId: '0x1' }],
  } as never)
  await expect(move).rejects.toThrow('No rpc url provided for chainId 1')
})
