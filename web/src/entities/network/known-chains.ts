// What chains that most people test on are called, and who reads them for everyone. Only a suggestion: an administrator
// who adds a network may call it otherwise, and no node is asked before one agrees.

export interface KnownChain {
  name: string
  isTestnet: boolean
  nativeSymbol: string
  explorerUrl: string
  blockTimeMs: number
  confirmations: number
  /** RPC URLs of public nodes, without a key. Their operators see what is looked up. */
  publicNodes: string[]
}

const chain = (
  name: string,
  explorerUrl: string,
  blockTimeMs: number,
  publicNodes: string[],
  { isTestnet = false, nativeSymbol = 'ETH' } = {},
): KnownChain => ({
  name,
  isTestnet,
  nativeSymbol,
  explorerUrl,
  blockTimeMs,
  publicNodes,
  // About two minutes, and never fewer than five blocks.
  confirmations: Math.min(Math.max(5, Math.round(120_000 / blockTimeMs)), 120),
})
const test = { isTestnet: true }

const CHAINS = new Map<number, KnownChain>([
  [1, chain('Ethereum', 'https://etherscan.io', 12_000, ['https://ethereum-rpc.publicnode.com'])],
  [
    10,
    chain('OP Mainnet', 'https://optimistic.etherscan.io', 2000, [
      'https://mainnet.optimism.io',
      'https://optimism-rpc.publicnode.com',
    ]),
  ],
  [
    56,
    chain('BNB Smart Chain', 'https://bscscan.com', 3000, ['https://bsc-rpc.publicnode.com'], {
      nativeSymbol: 'BNB',
    }),
  ],
  [
    100,
    chain('Gnosis', 'https://gnosisscan.io', 5000, ['https://rpc.gnosischain.com'], { nativeSymbol: 'xDAI' }),
  ],
  [
    137,
    chain('Polygon', 'https://polygonscan.com', 2000, ['https://polygon-bor-rpc.publicnode.com'], {
      nativeSymbol: 'POL',
    }),
  ],
  [
    8453,
    chain('Base', 'https://basescan.org', 2000, [
      'https://mainnet.base.org',
      'https://base-rpc.publicnode.com',
    ]),
  ],
  [42_161, chain('Arbitrum One', 'https://arbiscan.io', 250, ['https://arb1.arbitrum.io/rpc'])],
  [
    43_114,
    chain('Avalanche', 'https://snowtrace.io', 2000, ['https://api.avax.network/ext/bc/C/rpc'], {
      nativeSymbol: 'AVAX',
    }),
  ],
  [59_144, chain('Linea', 'https://lineascan.build', 2000, ['https://rpc.linea.build'])],
  [31_337, chain('Local chain', '', 1000, [], test)],
  [84_532, chain('Base Sepolia', 'https://sepolia.basescan.org', 2000, ['https://sepolia.base.org'], test)],
  [
    421_614,
    chain(
      'Arbitrum Sepolia',
      'https://sepolia.arbiscan.io',
      250,
      ['https://sepolia-rollup.arbitrum.io/rpc'],
      test,
    ),
  ],
  [
    11_155_111,
    chain(
      'Sepolia',
      'https://sepolia.etherscan.io',
      12_000,
      ['https://ethereum-sepolia-rpc.publicnode.com'],
      test,
    ),
  ],
  [
    11_155_420,
    chain('OP Sepolia', 'https://sepolia-optimism.etherscan.io', 2000, ['https://sepolia.optimism.io'], test),
  ],
])

export const knownChain = (chainId: number | null | undefined): KnownChain | undefined =>
  chainId ? CHAINS.get(chainId) : undefined

/** Chains that a public node reads, those for testing first. */
export const publicChains = (): [chainId: number, KnownChain][] =>
  [...CHAINS]
    .filter(([, { publicNodes }]) => publicNodes.length > 0)
    .toSorted(([, one], [, other]) => Number(other.isTestnet) - Number(one.isTestnet))
