// What chains that most people test on are called. Only a suggestion: an administrator who adds a network may call it otherwise.

export interface KnownChain {
  name: string
  isTestnet: boolean
  nativeSymbol: string
  explorerUrl: string
  blockTimeMs: number
  confirmations: number
}

const chain = (
  name: string,
  explorerUrl: string,
  blockTimeMs: number,
  { isTestnet = false, nativeSymbol = 'ETH' } = {},
): KnownChain => ({
  name,
  isTestnet,
  nativeSymbol,
  explorerUrl,
  blockTimeMs,
  // About two minutes, and never fewer than five blocks.
  confirmations: Math.min(Math.max(5, Math.round(120_000 / blockTimeMs)), 120),
})
const test = { isTestnet: true }

const CHAINS = new Map<number, KnownChain>([
  [1, chain('Ethereum', 'https://etherscan.io', 12_000)],
  [10, chain('OP Mainnet', 'https://optimistic.etherscan.io', 2000)],
  [56, chain('BNB Smart Chain', 'https://bscscan.com', 3000, { nativeSymbol: 'BNB' })],
  [100, chain('Gnosis', 'https://gnosisscan.io', 5000, { nativeSymbol: 'xDAI' })],
  [137, chain('Polygon', 'https://polygonscan.com', 2000, { nativeSymbol: 'POL' })],
  [8453, chain('Base', 'https://basescan.org', 2000)],
  [42_161, chain('Arbitrum One', 'https://arbiscan.io', 250)],
  [43_114, chain('Avalanche', 'https://snowtrace.io', 2000, { nativeSymbol: 'AVAX' })],
  [59_144, chain('Linea', 'https://lineascan.build', 2000)],
  [31_337, chain('Local chain', '', 1000, test)],
  [84_532, chain('Base Sepolia', 'https://sepolia.basescan.org', 2000, test)],
  [421_614, chain('Arbitrum Sepolia', 'https://sepolia.arbiscan.io', 250, test)],
  [11_155_111, chain('Sepolia', 'https://sepolia.etherscan.io', 12_000, test)],
  [11_155_420, chain('OP Sepolia', 'https://sepolia-optimism.etherscan.io', 2000, test)],
])

export const knownChain = (chainId: number | null | undefined): KnownChain | undefined =>
  chainId ? CHAINS.get(chainId) : undefined
