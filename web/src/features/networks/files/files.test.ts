import { expect, test } from 'vitest'
import { MOST, readFiles } from '#/features/networks/files/proposal'
import { isReadable } from '#/features/networks/files/picked'

const CHAIN = 31_337
const address = (digit: number) => `0x${String(digit).repeat(40)}`
const word = (of: string) => of.slice(2).padStart(64, '0')

const json = (path: string, value: unknown) => ({
  path,
  file: new File([typeof value === 'string' ? value : JSON.stringify(value)], path.split('/').at(-1) ?? ''),
})

const error = (name: string) => ({ type: 'error', name, inputs: [] })
const call = (name: string) => ({ type: 'function', name, inputs: [], outputs: [], stateMutability: 'view' })

const foundry = (path: string, abi: object[], code: string) =>
  json(path, { abi, bytecode: { object: `0x${code}` }, methodIdentifiers: {} })

const created = (hash: string, type: string, name: string | null, at: string, more: object = {}) => ({
  hash,
  transactionType: type,
  contractName: name,
  contractAddress: at,
  arguments: null,
  transaction: { input: '0x' },
  additionalContracts: [],
  ...more,
})
const receipt = (transactionHash: string, block: number, status = '0x1') => ({
  transactionHash,
  blockNumber: `0x${block.toString(16)}`,
  status,
})

/** A router behind a proxy, a contract at an address made of a salt, and a pool that a call made. */
const BROADCAST = {
  chain: CHAIN,
  timestamp: 1,
  transactions: [
    created('0x1', 'CREATE', 'Router', address(1), { transaction: { input: '0x6001' } }),
    created('0x2', 'CREATE', 'ERC1967Proxy', address(2), {
      transaction: { input: `0x6002${word(address(1))}` },
    }),
    created('0x3', 'CREATE2', 'src/Quoter.sol:Quoter', address(3), {
      transaction: { input: `0x${'5a'.repeat(32)}6003` },
    }),
    created('0x4', 'CALL', 'Factory', address(9), {
      additionalContracts: [{ contractName: 'Pool', address: address(4), initCode: '0x6004' }],
    }),
    created('0x5', 'CREATE', 'Broken', address(5)),
    created('0x6', 'CREATE', 'Waiting', address(6)),
  ],
  receipts: [
    receipt('0x1', 16),
    receipt('0x2', 17),
    receipt('0x3', 18),
    receipt('0x4', 19),
    receipt('0x5', 20, '0x0'),
  ],
}

const OUT = [
  foundry('app/out/Router.sol/Router.json', [call('swap'), error('TooLittle')], '6001'),
  foundry('app/out/Proxy.sol/ERC1967Proxy.json', [{ type: 'fallback' }, error('NoCode')], '6002'),
  foundry('app/out/Quoter.sol/Quoter.json', [call('quote')], '6003'),
  foundry('app/out/Pool.sol/Pool.json', [error('Locked')], '6004'),
  foundry('app/out/Router.t.sol/RouterTest.json', [call('testSwap')], '6005'),
]

const LATEST = 'app/broadcast/Deploy.s.sol/31337/run-latest.json'

test('a broadcast gives each contract with its ABI and first block, also those that a call made', async () => {
  const { contracts, leftOut } = await readFiles([json(LATEST, BROADCAST), ...OUT], CHAIN)
  const told = contracts.map(one => [one.name, one.address, one.firstBlock, one.role])
  expect(told).toEqual([
    ['Router', address(1), 16, 'router'],
    ['Router proxy', address(2), 17, 'router'],
    ['Quoter', address(3), 18, 'quoter'],
    ['Pool', address(4), 19, 'other'],
  ])
  const names = contracts.map(({ abi }) => abi?.map(({ type, name }) => name ?? type))
  expect(names).toEqual([
    ['swap', 'TooLittle'],
    ['fallback', 'NoCode', 'swap', 'TooLittle'],
    ['quote'],
    ['Locked'],
  ])
  expect(leftOut).toEqual([
    { reason: 'failed', what: 'Broken' },
    { reason: 'notMined', what: 'Waiting' },
  ])
})

test('a proxy of a beacon uses the ABI that the beacon names', async () => {
  const transactions = [
    created('0x1', 'CREATE', 'Vault', address(1)),
    created('0x2', 'CREATE', 'UpgradeableBeacon', address(2), { arguments: [address(1)] }),
    created('0x3', 'CREATE', 'BeaconProxy', address(3), { arguments: [address(2), '0x'] }),
  ]
  const receipts = transactions.map(({ hash }, order) => receipt(hash, order + 1))
  const { contracts } = await readFiles(
    [
      json(LATEST, { chain: CHAIN, transactions, receipts }),
      foundry('out/Vault.sol/Vault.json', [call('deposit')], '6001'),
      foundry('out/B.sol/UpgradeableBeacon.json', [call('implementation')], '6002'),
    ],
    CHAIN,
  )
  expect(contracts[2]).toMatchObject({ name: 'Vault proxy', implementation: 'Vault' })
  expect(contracts[2]?.abi?.map(({ name }) => name)).toEqual(['deposit'])
})

test('of two artifacts with one name the one with the sent code is used', async () => {
  const transactions = [
    created('0x1', 'CREATE', 'Router', address(1), { transaction: { input: '0x6002ff' } }),
    created('0x2', 'CREATE', 'Router', address(2), { transaction: { input: '0x7777' } }),
  ]
  const receipts = transactions.map(({ hash }) => receipt(hash, 5))
  const { contracts } = await readFiles(
    [
      json(LATEST, { chain: CHAIN, transactions, receipts }),
      foundry('out/Old.sol/Router.json', [call('old')], '6001'),
      foundry('out/New.sol/Router.json', [call('new')], '6002'),
    ],
    CHAIN,
  )
  expect(contracts[0]?.abi?.[0]?.name).toBe('new')
  expect(contracts[1]).toMatchObject({ abi: null, isAmbiguous: true })
})

test('nothing is read from folders with addresses of nodes, and no run that was never sent', () => {
  for (const path of [
    'app/cache/Deploy.s.sol/31337/run-latest.json',
    'app/broadcast/Deploy.s.sol/31337/dry-run/run-latest.json',
    'app/broadcast/Deploy.s.sol/31337/run-1763548000000.json',
    'app/node_modules/a/package.json',
    'app/.env.json',
    'app/artifacts/build-info/ab.json',
    'app/artifacts/contracts/Router.sol/Router.dbg.json',
    'app/foundry.toml',
  ])
    expect(isReadable(path), path).toBe(false)
  expect(isReadable(LATEST)).toBe(true)
})

test('deployments on other chains are named and not proposed', async () => {
  const { contracts, leftOut } = await readFiles([json(LATEST, { ...BROADCAST, chain: 1 })], CHAIN)
  expect(contracts).toEqual([])
  expect(leftOut.filter(({ reason }) => reason === 'otherChain').map(({ what }) => what)).toEqual([
    'Router',
    'ERC1967Proxy',
    'Quoter',
    'Pool',
  ])
})

test('Ignition’s addresses get the artifacts beside them, of Hardhat 2 and 3', async () => {
  const folder = 'ignition/deployments/chain-31337'
  const artifact = (contractName: string, _format: string) => ({
    _format,
    contractName,
    sourceName: 'contracts/A.sol',
    abi: [error(`${contractName}Failed`)],
    bytecode: '0x60',
  })
  const { contracts, leftOut } = await readFiles(
    [
      json(`${folder}/deployed_addresses.json`, { 'Swap#Router': address(1), 'Swap#Quoter': address(2) }),
      json(`${folder}/artifacts/Swap#Router.json`, artifact('Router', 'hh-sol-artifact-1')),
      json('artifacts/contracts/Quoter.sol/Quoter.json', artifact('Quoter', 'hh3-artifact-1')),
      json('elsewhere/deployed_addresses.json', { 'Swap#Lost': address(3) }),
    ],
    CHAIN,
  )
  expect(contracts.map(({ name, abi }) => [name, abi?.[0]?.name])).toEqual([
    ['Router', 'RouterFailed'],
    ['Quoter', 'QuoterFailed'],
  ])
  expect(leftOut).toEqual([{ reason: 'noChain', what: 'Swap#Lost' }])
})

test('a token list gives the tokens of the chain, without addresses of other kinds of chains', async () => {
  const token = (chainId: number, at: string, symbol: string) => ({
    chainId,
    address: at,
    symbol,
    decimals: 6,
  })
  const { tokens, leftOut } = await readFiles(
    [
      json('tokens.json', {
        name: 'List',
        tokens: [
          { ...token(CHAIN, address(1), 'ONE\u202e\n'), logoURI: 'http://127.0.0.1:9/logo.png' },
          token(CHAIN, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USDC'),
          token(1, address(2), 'TWO'),
          { chainId: CHAIN },
        ],
      }),
      json('package.json', { name: 'app' }),
      json('broken.json', '{'),
    ],
    CHAIN,
  )
  expect(tokens).toEqual([{ address: address(1), symbol: 'ONE', decimals: 6 }])
  expect(leftOut).toEqual([
    { reason: 'notEvm', what: 'USDC' },
    { reason: 'otherChain', what: 'TWO' },
    { reason: 'badToken', what: 'List 4' },
    { reason: 'unrecognised', what: 'package.json' },
    { reason: 'unreadable', what: 'broken.json' },
  ])
})

test('only the artifacts of deployed contracts count towards what is read', async () => {
  const huge = {
    path: 'out/Test.sol/Test.json',
    file: new File([new Uint8Array(MOST.bytes + 1)], 'Test.json'),
  }
  const { contracts } = await readFiles([json(LATEST, BROADCAST), huge, ...OUT], CHAIN)
  expect(contracts).toHaveLength(4)
  await expect(readFiles([{ ...huge, path: 'Test.json' }], CHAIN)).rejects.toMatchObject({ limit: 'bytes' })
  const many = Array.from({ length: MOST.files + 1 }, (_, order) => json(`${order}.json`, '{}'))
  await expect(readFiles(many, CHAIN)).rejects.toMatchObject({ limit: 'files' })
})

test('of more contracts than an import takes the rest is left out', async () => {
  const at = (order: number) => `0x${order.toString(16).padStart(40, '0')}`
  const transactions = Array.from({ length: MOST.contracts + 3 }, (_, order) =>
    created(`0x${order}`, 'CREATE', `Pool${order}`, at(order)),
  )
  const receipts = transactions.map(({ hash }) => receipt(hash, 5))
  const { contracts, leftOut } = await readFiles(
    [json(LATEST, { chain: CHAIN, transactions, receipts })],
    CHAIN,
  )
  expect(contracts).toHaveLength(MOST.contracts)
  expect(leftOut.map(({ reason }) => reason)).toEqual(['tooMany', 'tooMany', 'tooMany'])
})
