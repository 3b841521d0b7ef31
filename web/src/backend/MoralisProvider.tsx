import { type ReactNode, useEffect, useReducer } from 'react'
import { type Auth, type AuthEvent, authReducer, busy, initialAuth, mayLogOut } from '#/backend/auth-machine'
import { client, setConnection } from '#/backend/client'
import { flags, type Moralis, MoralisContext } from '#/backend/moralis-context'
import type { Client, UserData } from '#/backend/parse-client'
import { Code, NotAuthenticatedError, problemFrom, walletProblemFrom } from '#/backend/problem'
import { storedUser } from '#/backend/stored-user'
import type { User } from '#/backend/user'
import { useOtherTabs } from '#/backend/use-other-tabs'
import { whenIdle } from '#/lib/when-idle'

interface Props {
  appId: string
  serverUrl: string
  javascriptKey?: string | undefined
  children: ReactNode
}

/** Holds who is signed in, for everything below it. */
export function MoralisProvider({ appId, serverUrl, javascriptKey, children }: Props) {
  if (!appId) throw new Error('Provide an "appId" to MoralisProvider')
  if (!serverUrl) throw new Error('Provide a "serverUrl" to MoralisProvider')
  setConnection({ applicationId: appId, serverUrl, javascriptKey })

  const [auth, dispatch] = useReducer(authReducer, appId, id => initialAuth(storedUser(id)))
  useConfirmation(auth, dispatch)
  useOtherTabs(appId, dispatch)

  return <MoralisContext value={{ ...flags(auth), ...actions(auth, dispatch) }}>{children}</MoralisContext>
}

type Dispatch = (event: AuthEvent) => void

/** Asks the server about the stored user; without one, has the SDK ready for the sign-in to come. */
function useConfirmation(auth: Auth, dispatch: Dispatch) {
  const checking = auth.state === 'undefined'
  useEffect(() => {
    if (!checking) return whenIdle(() => void client().catch(() => undefined))
    let current = true
    confirm().then(event => current && dispatch(event))
    return () => {
      current = false
    }
  }, [checking, dispatch])
}

async function confirm(): Promise<AuthEvent> {
  try {
    return { type: 'confirmed', user: await (await client()).confirm() }
  } catch (thrown) {
    const { code } = problemFrom(thrown)
    const gone = code === Code.invalidSession || code === Code.objectNotFound || code === Code.sessionMissing
    return gone ? { type: 'nothing stored' } : { type: 'unconfirmed' }
  }
}

function actions(auth: Auth, dispatch: Dispatch) {
  async function signIn(
    attempt: (server: Client) => Promise<User>,
    failed: (thrown: unknown) => AuthEvent = thrown => ({
      type: 'sign-in failed',
      error: problemFrom(thrown),
    }),
  ): Promise<User | null> {
    if (busy(auth)) return null
    dispatch({ type: 'sign-in began' })
    try {
      const user = await attempt(await client())
      dispatch({ type: 'sign-in succeeded', user })
      return user
    } catch (thrown) {
      dispatch(failed(thrown))
      return null
    }
  }

  async function change(attempt: (server: Client) => Promise<User>): Promise<User> {
    if (auth.state !== 'authenticated') throw new NotAuthenticatedError()
    const user = await attempt(await client()).catch(thrown => Promise.reject(problemFrom(thrown)))
    dispatch({ type: 'user changed', user })
    return user
  }

  return {
    login: (username, password) => signIn(server => server.logIn(username, password)),
    signup: (username, password, email, fields = {}) =>
      signIn(server => server.signUp({ username, password, ...(email ? { email } : {}), ...fields })),
    authenticate: (prove, invitation) =>
      signIn(
        async server => server.logInWithWallet(await prove(), invitation),
        thrown => {
          const error = walletProblemFrom(thrown)
          return error.declined ? { type: 'sign-in given up' } : { type: 'sign-in failed', error }
        },
      ),
    logout: () => logOut(auth, dispatch),
    setUserData: (data: UserData) => change(server => server.setUserData(data)),
    refetchUserData: () => change(server => server.confirm()),
    changePassword: (old, password) => change(server => server.changePassword(old, password)),
    linkWallet: proof => change(server => server.linkWallet(proof)),
    leave: () => dispatch({ type: 'left' }),
  } satisfies Partial<Moralis>
}

async function logOut(auth: Auth, dispatch: Dispatch): Promise<boolean> {
  if (!mayLogOut(auth)) return false
  dispatch({ type: 'log-out began' })
  try {
    await (await client()).logOut()
    dispatch({ type: 'log-out succeeded' })
    return true
  } catch (thrown) {
    dispatch({ type: 'log-out failed', error: problemFrom(thrown) })
    return false
  }
}
