// A typed client of a Touchstone server for dapps and programs.
import { TouchstoneError } from './error.ts'
import type { Functions } from './functions.gen.ts'
import { browserStore, createStoredSession, type Store } from './session.ts'

export { type FieldError, TouchstoneError } from './error.ts'
export type { Functions } from './functions.gen.ts'
export type { Store } from './session.ts'

export interface ClientOptions {
  /** The address of the API, such as `https://beta.example.org/parse`. */
  server: string
  /** The application id of the server. Default: `touchstone`. */
  application?: string
  /** Where session and installation are stored. Default: `localStorage`. Without one they are kept in memory. */
  store?: Store
  /** The site that a program speaks for. Browsers send it themselves. */
  origin?: string
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
  /** A call that is repeated with the same id is done once, and gets its first answer again. */
  requestId?: string
}

export interface WalletSignIn {
  address: string
  /** Asks the wallet for a signature, as `walletClient.signMessage` of viem does. */
  sign: (text: string) => Promise<string>
  /** Default: `evm`. */
  family?: 'evm' | 'solana' | 'polkadot' | 'multiversx'
  /** The chain of a contract wallet. */
  chain?: number
  /** The code that admits a new account, if the programme is by invitation. */
  invitation?: string
}

export interface SignedIn {
  userId: string
  session: string
}

export interface Client {
  /** The token of the session, if a user is signed in. */
  readonly session: string | undefined
  /** Goes on with a session that was opened elsewhere. */
  useSession(token: string): void
  signInWithWallet(wallet: WalletSignIn, options?: CallOptions): Promise<SignedIn>
  signInWithPassword(username: string, password: string, options?: CallOptions): Promise<SignedIn>
  /** Ends the session, on the server too. */
  signOut(options?: CallOptions): Promise<void>
  /** Calls a function of the server. */
  call<Name extends keyof Functions>(
    name: Name,
    ...params: Params<Functions[Name]['params']>
  ): Promise<Functions[Name]['result']>
}

/** Parameters may be left out if none is required. */
type Params<Of> =
  Record<string, never> extends Of
    ? [params?: Of, options?: CallOptions]
    : [params: Of, options?: CallOptions]

interface Challenge {
  message: string
}

interface Account {
  objectId: string
  sessionToken: string
}

/** The code for a session that has ended. */
const INVALID_SESSION = 209

export function createClient(options: ClientOptions): Client {
  const { application = 'touchstone', store = browserStore(), origin } = options
  const server = options.server.replace(/\/+$/, '')
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)
  const stored = createStoredSession(store, application)

  async function post(
    path: string,
    body: unknown,
    options: CallOptions = {},
    isAnonymous = false,
  ): Promise<unknown> {
    const { signal, requestId } = options
    const session = isAnonymous ? undefined : stored.session
    const response = await send(server + path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Parse-Application-Id': application,
        'X-Parse-Installation-Id': stored.installation,
        ...(session && { 'X-Parse-Session-Token': session }),
        ...(requestId && { 'X-Parse-Request-Id': requestId }),
        ...(origin && { Origin: origin }),
      },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok) return answer
    const error = new TouchstoneError(response.status, answer)
    if (error.code === INVALID_SESSION) stored.session = undefined
    throw error
  }

  async function callUntyped(
    name: string,
    params: object,
    options?: CallOptions,
    isAnonymous?: boolean,
  ): Promise<unknown> {
    const { result } = (await post(`/functions/${name}`, params, options, isAnonymous)) as { result: unknown }
    return result
  }

  /** Opens a session in place of the one before, which stays if this fails. */
  async function open(path: string, body: object, options?: CallOptions): Promise<SignedIn> {
    const { objectId, sessionToken } = (await post(path, body, options, true)) as Account
    stored.session = sessionToken
    return { userId: objectId, session: sessionToken }
  }

  return {
    get session() {
      return stored.session
    },
    useSession(token) {
      stored.session = token
    },
    async signInWithWallet({ sign, invitation, family = 'evm', ...wallet }, options) {
      const identity = { family, ...wallet }
      // With a session, the text would link the address to its account.
      const { message } = (await callUntyped('walletChallenge', identity, options, true)) as Challenge
      const proof = { ...identity, message, signature: await sign(message) }
      return open('/users', { authData: { wallet: proof }, ...(invitation && { invitation }) }, options)
    },
    signInWithPassword: (username, password, options) => open('/login', { username, password }, options),
    async signOut(options) {
      if (!stored.session) return
      try {
        await post('/logout', {}, options)
      } catch (error) {
        if (!(error instanceof TouchstoneError) || error.code !== INVALID_SESSION) throw error
      }
      stored.session = undefined
    },
    call: (name, ...[params = {}, options]) => callUntyped(name, params, options) as never,
  }
}
