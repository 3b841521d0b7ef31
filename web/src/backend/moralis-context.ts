import { createContext } from 'react'
import type { Auth, AuthState } from '#/backend/auth-machine'
import type { UserData } from '#/backend/parse-client'
import type { Problem } from '#/backend/problem'
import type { User } from '#/backend/user'
import type { WalletProof } from '#/backend/wallet-proof'

/** Who is signed in, and what can be done about it. */
export interface Moralis {
  auth: { state: AuthState; error: Problem | null }
  user: User | null
  authError: Problem | null
  /** Whose session ended under them, while they have not signed in again. */
  expired: User | null
  isAuthUndefined: boolean
  isAuthenticated: boolean
  isUnauthenticated: boolean
  isAuthenticating: boolean
  isLoggingOut: boolean
  hasAuthError: boolean
  /** Resolves to the user, or to `null` when refused; the reason is then in `authError`. */
  login(username: string, password: string): Promise<User | null>
  /** `fields` are what the server wants to know beside them. */
  signup(
    username: string,
    password: string,
    email?: string,
    fields?: { invitation?: string; news?: boolean; acceptedPolicies?: Record<string, number> },
  ): Promise<User | null>
  /**
   * Signs in with what a wallet signed. `prove` asks the wallet; where a user declines there, nothing has happened and
   * `authError` stays empty.
   */
  authenticate(prove: () => Promise<WalletProof>, invitation?: string): Promise<User | null>
  /** Resolves to whether the session has ended. */
  logout(): Promise<boolean>
  /** Rejects with a `Problem`. */
  setUserData(data: UserData): Promise<User>
  refetchUserData(): Promise<User>
  changePassword(old: string, password: string): Promise<User>
  /** Gives the account a further address. Rejects with a `Problem`. */
  linkWallet(proof: WalletProof): Promise<User>
  /** Gives up an ended session. */
  leave(): void
}

export const MoralisContext = createContext<Moralis | null>(null)

/** The names by which the state of `auth` is asked for. */
export function flags({ state, user, error, expired }: Auth) {
  return {
    auth: { state, error },
    user,
    authError: error,
    expired,
    isAuthUndefined: state === 'undefined',
    isAuthenticated: state === 'authenticated',
    isUnauthenticated: state === 'unauthenticated',
    isAuthenticating: state === 'authenticating',
    isLoggingOut: state === 'logging_out',
    hasAuthError: state === 'error',
  }
}
