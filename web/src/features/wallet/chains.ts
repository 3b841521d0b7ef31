import {
  avalanche,
  avalancheFuji,
  bsc,
  bscTestnet,
  cronos,
  cronosTestnet,
  fantom,
  goerli,
  localhost,
  mainnet,
  polygon,
  polygonAmoy,
  polygonMumbai,
  sepolia,
} from 'viem/chains'

/** The chains of the specification, and those that took the place of its closed test networks. */
export const CHAINS = [
  mainnet,
  sepolia,
  goerli,
  polygon,
  polygonAmoy,
  polygonMumbai,
  bsc,
  bscTestnet,
  avalanche,
  avalancheFuji,
  fantom,
  cronos,
  cronosTestnet,
  localhost,
] as const

/** The name of a chain, or its number where it has none here. */
export const chainName = (id: number) => CHAINS.find(chain => chain.id === id)?.name ?? `0x${id.toString(16)}`
