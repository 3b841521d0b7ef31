// Requests by the SDK. It hands out plain data and throws nothing but `Problem`.
import Parse from 'parse'
import { acceptance } from '#/backend/acceptance'
import { freshSignIn } from '#/backend/fresh-sign-in'
import { Code, Problem, problemFrom, ValidationError } from '#/backend/problem'
import { type Session, sessionFrom } from '#/backend/session'
import type { LiveQuery } from '#/backend/live/live-query'
import { announceSessionEnd } from '#/backend/stored-user'
import { upload } from '#/backend/upload'
import { type User, userFrom } from '#/backend/user'
import type { WalletProof } from '#/backend/wallet-proof'
import { installRetry } from '#/backend/wire'

export interface Connection {
  applicationId: string
  serverUrl: string
  javascriptKey?: string | undefined
}

/** What a user may set about themselves. */
export interface UserData {
  username?: string
  email?: string
  password?: string
}

/** A new account. What stands beside name, password and address is for the server to judge. */
export interface Registration {
  username: string
  password: string
  email?: string
  invitation?: string
  /** Whether news come by mail, too. */
  news?: boolean
}

/** What narrows a query down, with the names of the SDK. */
export type QueryBuilder = Parse.Query

export type Client = ReturnType<typeof connectTo>

// Queries are repeated by the cache, with longer pauses; two attempts here and three there make eight, not twenty.
const ATTEMPTS = 2

// A wallet signs in anyone who holds it. With a session it would be linked to that account instead.
const STRANGER = { sessionToken: '' }

/** Opens the connection. `onSessionEnded` is called when the server no longer knows the session. */
export function connectTo(
  { applicationId, serverUrl, javascriptKey = '' }: Connection,
  onSessionEnded: () => void,
) {
  installRetry(Parse.CoreManager.getRESTController() as never)
  Parse.initialize(applicationId, javascriptKey)
  Parse.serverURL = new URL(serverUrl, location.href).href
  Parse.CoreManager.set('REQUEST_ATTEMPT_LIMIT', ATTEMPTS)
  // A request that is sent again after no answer must not do its work twice.
  Parse.CoreManager.set('IDEMPOTENCY', true)

  const asking = <T>(request: () => Promise<T>): Promise<T> =>
    acceptance.around(() => freshSignIn.around(() => attempt(request)))

  const tokenInUse = () => Parse.User.current()?.getSessionToken()

  async function attempt<T>(request: () => Promise<T>): Promise<T> {
    const asked = tokenInUse()
    try {
      return await request()
    } catch (thrown) {
      const problem = problemFrom(thrown)
      // A late answer to a session that was left meanwhile says nothing of the one that is in use.
      if (problem.code === Code.invalidSession && asked === tokenInUse()) {
        announceSessionEnd()
        await forget()
        onSessionEnded()
      }
      throw problem
    }
  }

  /** Runs a sign-in and ends the session it replaces, once it has succeeded. */
  async function replacing(signIn: () => Promise<Parse.User>): Promise<User> {
    const before = tokenInUse()
    const user = await asking(signIn)
    if (before && before !== user.getSessionToken()) {
      // Best effort: the old session is out of use either way.
      await Parse.User.logOut({ sessionToken: before }).catch(() => undefined)
    }
    return plain(user)
  }

  return {
    forget,

    /** Sends a file, telling how far it is. */
    upload: (name: string, body: Blob, onProgress: (part: number) => void, signal: AbortSignal) =>
      asking(() =>
        upload({
          address: `${Parse.serverURL}/files/${encodeURIComponent(name)}`,
          headers: {
            'Content-Type': body.type || 'application/octet-stream',
            'X-Parse-Application-Id': applicationId,
            'X-Parse-Session-Token': current().getSessionToken() ?? '',
          },
          body,
          onProgress,
          signal,
        }),
      ),

    /** Takes up what another tab has written. */
    reread: () => Parse.User._clearCache(),

    /** Asks the server who the stored session belongs to. */
    confirm: () => asking(async () => plain(await current().fetch())),

    logIn: (username: string, password: string) => replacing(() => Parse.User.logIn(username, password)),

    signUp: ({ username, password, ...fields }: Registration) =>
      replacing(() => Parse.User.signUp(username, password, fields)),

    logInWithWallet: (proof: WalletProof, invitation?: string) =>
      replacing(() => {
        const user = new Parse.User(invitation ? { invitation } : undefined)
        return user.linkWith('wallet', { authData: { ...proof } }, STRANGER)
      }),

    /** The server answers with a new session, and the old one ends. */
    linkWallet: (proof: WalletProof) =>
      // Not `linkWith`: it would send all other ways in again, which the server has not asked for.
      asking(async () => plain(await current().save({ authData: { wallet: { ...proof } } }))),

    /** Runs a function of the server and hands on its answer, which the caller reads with care. */
    run: (name: string, parameters: object): Promise<unknown> =>
      asking(() => Parse.Cloud.run(name, { ...parameters })),

    /** The same as a user who is not signed in. */
    runAsStranger: (name: string, parameters: object): Promise<unknown> =>
      asking(() => Parse.Cloud.run(name, { ...parameters }, STRANGER)),

    /** Ends the session on the server, then here. A session the server has forgotten counts as ended. */
    async logOut() {
      const sessionToken = current().getSessionToken() ?? ''
      try {
        await Parse.User.logOut({ sessionToken })
      } catch (thrown) {
        const problem = problemFrom(thrown)
        if (problem.code !== Code.invalidSession) throw problem
      }
      await forget()
    },

    setUserData: (data: UserData) =>
      asking(async () => {
        const saved = await current().save(data)
        const user = userFrom(saved.toJSON())
        if (!user) throw new Problem(Code.internal, 'No user data found after save')
        return user
      }),

    /** Signs in with the old password first: a session alone, as an unlocked screen has it, is not enough for the server. */
    changePassword: (old: string, password: string) =>
      asking(async () => {
        await Parse.User.logIn(current().getUsername() ?? '', old)
        return plain(await current().save({ password }))
      }),

    /** Signs the same person in again. */
    confirmPassword: (password: string) =>
      replacing(() => Parse.User.logIn(current().getUsername() ?? '', password)),

    /** The same by a wallet of the account. */
    confirmWallet: (proof: WalletProof) =>
      replacing(() => new Parse.User().linkWith('wallet', { authData: { ...proof } }, STRANGER)),

    requestPasswordReset: (email: string) => asking(() => Parse.User.requestPasswordReset(email)),
    requestEmailVerification: (email: string) => asking(() => Parse.User.requestEmailVerification(email)),

    resetPassword: (token: string, password: string) =>
      asking(() =>
        resetPassword(`${Parse.serverURL}/apps/${applicationId}/request_password_reset`, token, password),
      ),

    /** Writes down what is to be followed. */
    liveQuery(className: string, map: (query: QueryBuilder) => QueryBuilder): LiveQuery {
      const { where, keys, watch } = map(new Parse.Query(className)).toJSON() as Partial<
        Record<'keys' | 'watch', string> & { where: Record<string, unknown> }
      >
      return {
        className,
        where: where ?? {},
        ...(keys ? { keys: keys.split(',') } : {}),
        ...(watch ? { watch: watch.split(',') } : {}),
      }
    },

    sessions: (): Promise<Session[]> =>
      asking(async () => {
        const [mine, rows] = await Promise.all([
          Parse.Session.current(),
          new Parse.Query('_Session').descending('createdAt').limit(200).find({ json: true }),
        ])
        return rows.map(row => sessionFrom(row, mine.id)).filter(session => session !== null)
      }),

    endSessions: (ids: string[]) =>
      asking(async () => {
        await Parse.Object.destroyAll(ids.map(id => Parse.Session.createWithoutData(id)))
      }),
  }
}

/** Drops the user from memory and storage, without a word to the server. */
async function forget() {
  await Parse.CoreManager.getUserController().removeUserFromDisk()
}

function current(): Parse.User {
  const user = Parse.User.current()
  if (!user) throw new Problem(Code.sessionMissing, 'There is no current user.')
  return user
}

function plain(user: Parse.Object): User {
  const read = userFrom(user.toJSON())
  if (!read) throw new Problem(Code.internal, 'No user data found after save')
  return read
}

// Not a call of the protocol: the page behind the link in the mail, asked as a script asks it.
async function resetPassword(address: string, token: string, password: string): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest' },
    body: new URLSearchParams({ token, new_password: password }),
  })
  if (response.ok) return
  const said = (await response.json().catch(() => ({}))) as { error?: unknown }
  throw new ValidationError(typeof said.error === 'string' ? said.error : '')
}
