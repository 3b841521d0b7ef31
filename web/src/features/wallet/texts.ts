import { Code, WalletProblem } from '#/backend/problem'

/** The sentences of the specification for what can go wrong on the way to a wallet. */
export const TEXTS = {
  noWallet: 'Non ethereum enabled browser',
  enabling: 'Cannot execute enableWeb3(), as enableWeb3() already has been called, but is not finished yet',
  noProvider: 'Failed to activate, no provider returned',
  noAccount: 'Cannot authenticate, no account returned from provider',
  noAddress: 'Address not found',
  notSigned: 'Data not signed',
  walletConnectProject: 'WalletConnect requires projectId',
  walletConnectFailed: 'Could not connect via WalletConnect, error in connecting to provider',
  magicEmail: '"email" not provided, please provide Email',
  magicKey: '"apiKey" not provided, please provide Api Key',
  magicNetwork: '"network" not provided, please provide network',
  magicStart: 'Error during enable via MagicLink, please double check network and apikey',
  magicLogin: 'Error during enable via MagicLink, login to magic failed',
  noUrls: 'Cannot connect to rpc: No urls or speedyNodeApiKey provided for NetworkWeb3Connector.',
  noUrlFor: (chain: number) => `No rpc url provided for chainId ${chain}`,
  noResponse: 'No response',
  badStatus: (status: number, words: string) => `Error response [${status}] ${words}`,
  badAnswer: 'Received unexpected JSON-RPC response',
  networkFailed: (method: string, inner: string) =>
    `Failed to make "${method}" request with networkConnector: "${inner}"`,
} as const

/** A failure in the words of the specification. */
export const walletFailure = (text: string, cause?: unknown) =>
  new WalletProblem(Code.validation, text, { cause })

const SAID_NO = /user (rejected|denied|cancel)|rejected the request|request reset|cancell?ed|declined/i

/** Whether a user said no in the wallet. Each family says it in its own way; the code is EIP-1193's. */
export function isDeclined(thrown: unknown): boolean {
  if (thrown instanceof WalletProblem) return thrown.declined
  if (typeof thrown !== 'object' || thrown === null) return false
  const { code, message, cause } = thrown as { code?: unknown; message?: unknown; cause?: unknown }
  if (code === 4001 || code === 5000 || code === 'ACTION_REJECTED') return true
  return (typeof message === 'string' && SAID_NO.test(message)) || isDeclined(cause)
}

/** What a wallet threw, as a problem: a calm one where a user said no. */
export function fromWallet(thrown: unknown, otherwise: string): WalletProblem {
  if (thrown instanceof WalletProblem) return thrown
  if (isDeclined(thrown)) {
    return new WalletProblem(Code.validation, 'User rejected the request.', { declined: true, cause: thrown })
  }
  return walletFailure(otherwise, thrown)
}
