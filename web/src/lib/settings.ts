/** How a user gets an account: by asking, by invitation, also by a wallet that is on a list, or not at all. */
export type Access = 'open' | 'invite' | 'wallets' | 'closed'

/** The families of chains whose wallets can sign in. */
export type WalletFamily = 'evm' | 'solana' | 'polkadot' | 'multiversx'

/** Which wallets the server takes, and what the optional ways to them need. */
export interface WalletSettings {
  families: WalletFamily[]
  walletConnect?: { projectId: string }
  magicLink?: { apiKey: string; network: string }
  /** Addresses of nodes by chain id, for nodes that hold accounts of their own. */
  network?: Record<string, string>
}

/** A page that the programme has published. */
export interface PublishedPolicy {
  kind: 'privacy' | 'terms' | 'rules'
  /** The newest version. */
  version: number
  /** The lowest version that testers must have accepted. */
  required: number | null
}

/** An account that every visitor of a demo may use. */
export interface DemoAccount {
  username: string
  password: string
}

/** What visitors of a demo server need. */
export interface DemoSettings {
  tester: DemoAccount
  administrator: DemoAccount
  /** When everything is deleted and a new demo begins. */
  resetsAt: string
}

/** What the server tells the app in the page itself, before any request. */
export interface Settings {
  applicationId: string
  serverUrl: string
  /** The key of browsers, where the server wants one. It is not a secret. */
  javascriptKey?: string
  /** The product under test. */
  product: string
  shortName: string
  /** The address of the programme's logo. Missing where the built-in mark is shown. */
  logo?: string
  /** Whether strangers may make an account. */
  signUp: boolean
  /** Whether an account takes an invitation. Missing where the page came from no server. */
  access?: Access
  /** Whether there is no administrator yet. */
  setupNeeded?: boolean
  /** Missing until the programme publishes one. */
  policies?: PublishedPolicy[]
  /** Missing where wallets are no way in. */
  wallets?: WalletSettings
  /** Only from `touchstone demo serve`. */
  demo?: DemoSettings
}

const DEFAULTS: Settings = {
  applicationId: 'touchstone-dev',
  serverUrl: '/parse',
  product: 'Touchstone Swap',
  shortName: 'Touchstone',
  signUp: true,
}

/** Reads the settings out of the page; whatever is missing has its default. */
export function readSettings(page: Document): Settings {
  const written = page.getElementById('settings')?.textContent
  const given: Partial<Settings> = written ? JSON.parse(written) : {}
  return { ...DEFAULTS, ...given }
}

export const settings = readSettings(document)
export const version = `v${__VERSION__}`
