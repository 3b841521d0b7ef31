import type { Problem } from '#/backend/problem'
import type { User } from '#/backend/user'

export type AuthState =
  | 'undefined'
  | 'unauthenticated'
  | 'authenticating'
  | 'authenticated'
  | 'logging_out'
  | 'error'

/** Who is signed in. One object, so that state, user and error can never disagree. */
export interface Auth {
  state: AuthState
  user: User | null
  error: Problem | null
  /** Whose session ended under them. The page stays until they sign in again or leave. */
  expired: User | null
}

export type AuthEvent =
  | { type: 'nothing stored' }
  | { type: 'confirmed'; user: User }
  | { type: 'unconfirmed' }
  | { type: 'sign-in began' }
  | { type: 'sign-in succeeded'; user: User }
  | { type: 'sign-in failed'; error: Problem }
  | { type: 'sign-in given up' }
  | { type: 'log-out began' }
  | { type: 'log-out succeeded' }
  | { type: 'log-out failed'; error: Problem }
  | { type: 'session ended' }
  | { type: 'user changed'; user: User }
  | { type: 'switched elsewhere'; user: User | null }
  | { type: 'left' }

/** The state before anything is known. A stored user is shown while the server is asked about it. */
export function initialAuth(stored: User | null): Auth {
  return { state: stored ? 'undefined' : 'unauthenticated', user: stored, error: null, expired: null }
}

const signedOut: Auth = { state: 'unauthenticated', user: null, error: null, expired: null }
const signedIn = (user: User): Auth => ({ state: 'authenticated', user, error: null, expired: null })

/** Decides one step. An event that makes no sense in a state changes nothing. */
export function authReducer(auth: Auth, event: AuthEvent): Auth {
  switch (event.type) {
    case 'nothing stored':
      return auth.state === 'undefined' ? signedOut : auth
    case 'confirmed':
      return auth.state === 'undefined' ? signedIn(event.user) : auth
    case 'unconfirmed':
      // The server could not be asked: the stored user stays, and the next call will tell.
      return auth.state === 'undefined' && auth.user ? signedIn(auth.user) : auth
    case 'sign-in began':
      return busy(auth) ? auth : { ...auth, state: 'authenticating', error: null }
    case 'sign-in succeeded':
      return auth.state === 'authenticating' ? signedIn(event.user) : auth
    case 'sign-in failed':
      if (auth.state !== 'authenticating') return auth
      return { ...auth, state: auth.user ? 'authenticated' : 'error', error: event.error }
    case 'sign-in given up':
      // Saying no in the wallet is no failure: anyone who was signed in still is.
      if (auth.state !== 'authenticating') return auth
      return { ...auth, state: auth.user ? 'authenticated' : 'unauthenticated' }
    case 'log-out began':
      return mayLogOut(auth) ? { ...auth, state: 'logging_out', error: null } : auth
    case 'log-out succeeded':
      return auth.state === 'logging_out' ? signedOut : auth
    case 'log-out failed':
      return auth.state === 'logging_out' ? { ...auth, state: 'authenticated', error: event.error } : auth
    case 'session ended':
      return ended(auth)
    case 'user changed':
      return auth.state === 'authenticated' ? { ...auth, user: event.user } : auth
    case 'switched elsewhere':
      return switched(auth, event.user)
    case 'left':
      return auth.expired ? signedOut : auth
  }
}

/** A second sign-in or log-out is ignored while one is under way. */
export const busy = (auth: Auth) => auth.state === 'authenticating' || auth.state === 'logging_out'

/** A user is signed in, as far as we know. */
export const mayLogOut = (auth: Auth) => auth.state === 'authenticated' || auth.state === 'undefined'

function ended(auth: Auth): Auth {
  switch (auth.state) {
    case 'undefined':
    case 'logging_out':
      return signedOut
    case 'authenticated':
      return { ...signedOut, expired: auth.user }
    default:
      return auth
  }
}

function switched(auth: Auth, user: User | null): Auth {
  if (busy(auth)) return auth
  if (user) return signedIn(user)
  return auth.expired ? auth : signedOut
}
