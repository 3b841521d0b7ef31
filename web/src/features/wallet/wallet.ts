/** Something that can sign for an address, whatever its family. */
export interface Wallet {
  id: string
  name: string
  /** A picture in the address itself; nothing is fetched from elsewhere. */
  icon?: string | undefined
  /** Asks for accounts. Throws a `WalletProblem`. */
  connect(): Promise<Connection>
}

/** A wallet that has shown its accounts. */
export interface Connection {
  /** The one in use first. Never empty. */
  addresses: string[]
  /** Where the family has several chains, the one in use. */
  chain?: number
  /** Signs a text as the account. The answer is spelled as the server reads it. Throws a `WalletProblem`. */
  sign(message: string, address: string): Promise<string>
  /** Moves the wallet to another chain, and tells it the chain where it does not know it. */
  switchChain?(chain: number): Promise<void>
  /** Tells what happens in the wallet. Returns how to stop. */
  watch(tell: (news: WalletNews) => void): () => void
  disconnect(): Promise<void>
}

/** What a wallet tells on its own. */
export type WalletNews =
  | { type: 'accounts changed'; addresses: string[] }
  | { type: 'chain changed'; chain: number }
  | { type: 'disconnected' }

/** Finds the wallets of a family, now and later. Returns how to stop looking. */
export type Finder = (found: (wallets: Wallet[]) => void) => () => void
