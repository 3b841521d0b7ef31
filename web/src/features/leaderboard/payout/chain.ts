// The distributor contract, asked through a wallet of this browser. The server is not on this way: what it says about
// a root is what is being checked.
import { createConfig, http } from '@wagmi/core'
import {
  BaseError,
  createPublicClient,
  createWalletClient,
  custom,
  type EIP1193Provider,
  type Hex,
  parseAbi,
  UserRejectedRequestError,
} from 'viem'
import { mainnet } from 'viem/chains'

const DISTRIBUTOR = parseAbi([
  'function merkleRoot() view returns (bytes32)',
  'function isClaimed(uint256 index) view returns (bool)',
  'function claim(uint256 index, address account, uint256 amount, bytes32[] merkleProof)',
])

export interface ChainWallet {
  name: string
  provider: EIP1193Provider
}

/** Wallets announce themselves as soon as they are asked to; this is long enough for slow ones. */
const ANNOUNCED_WITHIN = 250

/** The wallets of this browser, by EIP-6963; one that does not announce itself is taken from where old ones are. */
export async function findWallets(): Promise<ChainWallet[]> {
  const { connectors } = await announced()
  const found = await Promise.all(
    connectors.map(async ({ name, getProvider }) => ({ name, provider: await getProvider() })),
  )
  const wallets = found.filter((each): each is ChainWallet => each.provider !== undefined)
  const { ethereum } = window as { ethereum?: EIP1193Provider }
  return wallets.length === 0 && ethereum ? [{ name: 'Browser wallet', provider: ethereum }] : wallets
}

/** wagmi keeps the list of those that announce themselves; nothing else of it is used. */
async function announced() {
  const config = createConfig({ chains: [mainnet], transports: { [mainnet.id]: http() }, storage: null })
  if (config.connectors.length === 0) await new Promise(resolve => setTimeout(resolve, ANNOUNCED_WITHIN))
  return config
}

export interface Distributor {
  chainId: number
  address: Hex
}

export interface OnChain {
  root: Hex
  /** `null` where the contract cannot say it. */
  claimed: boolean | null
}

/** Has the wallet look at the right network. */
async function toChain(provider: EIP1193Provider, chainId: number) {
  const wallet = createWalletClient({ transport: custom(provider) })
  if ((await wallet.getChainId()) !== chainId) await wallet.switchChain({ id: chainId })
}

/** The root the contract pays by, and whether the place of `index` was paid. */
export async function readDistributor(
  provider: EIP1193Provider,
  { chainId, address }: Distributor,
  index: number,
): Promise<OnChain> {
  await toChain(provider, chainId)
  const chain = createPublicClient({ transport: custom(provider) })
  const contract = { address, abi: DISTRIBUTOR } as const
  const root = await chain.readContract({ ...contract, functionName: 'merkleRoot' })
  const claimed = await chain
    .readContract({ ...contract, functionName: 'isClaimed', args: [BigInt(index)] })
    // A contract of the standard form need not have it.
    .catch(() => null)
  return { root, claimed }
}

export interface Claim {
  index: number
  account: Hex
  amount: string
  proof: Hex[]
}

/** Sends the claim. Regardless of the sender, the tokens go to `account`. Gives the wallet's own name for it. */
export async function sendClaim(
  provider: EIP1193Provider,
  { chainId, address }: Distributor,
  { index, account, amount, proof }: Claim,
): Promise<Hex> {
  const wallet = createWalletClient({ transport: custom(provider) })
  const [sender] = await wallet.requestAddresses()
  if (!sender) throw new Error('The wallet gave no account.')
  await toChain(provider, chainId)
  const call = {
    account: sender,
    address,
    abi: DISTRIBUTOR,
    functionName: 'claim',
    args: [BigInt(index), account, BigInt(amount), proof],
  } as const
  // A claim that the contract would refuse costs its sender gas for nothing.
  await createPublicClient({ transport: custom(provider) }).simulateContract(call)
  // Which networks there are is the programme's to say, not the library's.
  return wallet.writeContract({ ...call, chain: null })
}

/** Whether a user said no in the wallet, which is an answer and no failure. */
export const isDeclined = (thrown: unknown): boolean =>
  thrown instanceof BaseError
    ? thrown.walk(cause => cause instanceof UserRejectedRequestError) !== null
    : (thrown as { code?: unknown } | null)?.code === 4001

/** What the wallet or the chain said, in one line. */
export const chainWords = (thrown: unknown): string =>
  thrown instanceof BaseError
    ? thrown.shortMessage
    : thrown instanceof Error
      ? thrown.message
      : String(thrown)
